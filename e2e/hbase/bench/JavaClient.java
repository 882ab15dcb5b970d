import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Measures HBase's own client: `JavaClient ZOOKEEPER TABLE ROUNDS`. Prints a line of JSON for every round of a workload.
 * A round handles 10,000 rows of one cell with 100 bytes, except that it gets or puts 2,000 rows one by one. Before its
 * first round, every workload runs five times without being measured, so that the code is compiled in both processes.
 */
public final class JavaClient {
  private static final int ROWS = 10_000;
  private static final int SINGLE_ROWS = 2_000;
  private static final int LIST_ROWS = 1_000;
  private static final int WARM_UP_ROUNDS = 5;
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");

  private final Table table;
  private final Random random = new Random(1);

  private JavaClient(Table table) {
    this.table = table;
  }

  /** One round of a workload. Returns the number of rows that it handled. */
  private interface Workload {
    int run() throws IOException;
  }

  public static void main(String[] words) throws IOException {
    String[] address = words[0].split(":");
    TableName name = TableName.valueOf(words[1]);
    int rounds = Integer.parseInt(words[2]);
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", address[0]);
    settings.set("hbase.zookeeper.property.clientPort", address[1]);
    try (Connection connection = ConnectionFactory.createConnection(settings); Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name).setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY)).build());
      try (Table table = connection.getTable(name)) {
        new JavaClient(table).measureAll(rounds);
      } finally {
        admin.disableTable(name);
        admin.deleteTable(name);
      }
    }
  }

  private void measureAll(int rounds) throws IOException {
    // The first workload stores the rows that the others read.
    measure("put list", rounds, this::putLists);
    measure("get list", rounds, this::getLists);
    measure("scan", rounds, this::scan);
    measure("put", rounds, this::putOneByOne);
    measure("get", rounds, this::getOneByOne);
  }

  private static void measure(String name, int rounds, Workload workload) throws IOException {
    for (int round = 1 - WARM_UP_ROUNDS; round <= rounds; round++) {
      long start = System.nanoTime();
      int operations = workload.run();
      double milliseconds = (System.nanoTime() - start) / 1e6;
      if (round < 1) continue;
      System.out.printf(
          Locale.ROOT,
          "{\"workload\":\"%s\",\"round\":%d,\"operations\":%d,\"milliseconds\":%.3f}%n",
          name, round, operations, milliseconds);
    }
  }

  private int putLists() throws IOException {
    for (int first = 0; first < ROWS; first += LIST_ROWS) {
      List<Put> puts = new ArrayList<>(LIST_ROWS);
      for (int row = first; row < first + LIST_ROWS; row++) puts.add(putOf(row));
      table.put(puts);
    }
    return ROWS;
  }

  private int getLists() throws IOException {
    for (int first = 0; first < ROWS; first += LIST_ROWS) {
      List<Get> gets = new ArrayList<>(LIST_ROWS);
      for (int row = first; row < first + LIST_ROWS; row++) gets.add(getOf(row));
      for (Result result : table.get(gets)) check(result);
    }
    return ROWS;
  }

  private int scan() throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().addFamily(FAMILY).setCaching(ROWS))) {
      for (Result result : scanner) {
        check(result);
        rows++;
      }
    }
    if (rows != ROWS) throw new IOException("the scan returned " + rows + " rows");
    return rows;
  }

  private int putOneByOne() throws IOException {
    for (int count = 0; count < SINGLE_ROWS; count++) table.put(putOf(random.nextInt(ROWS)));
    return SINGLE_ROWS;
  }

  private int getOneByOne() throws IOException {
    for (int count = 0; count < SINGLE_ROWS; count++) check(table.get(getOf(random.nextInt(ROWS))));
    return SINGLE_ROWS;
  }

  private Put putOf(int row) {
    byte[] value = new byte[100];
    random.nextBytes(value);
    return new Put(keyOf(row)).addColumn(FAMILY, QUALIFIER, value);
  }

  private static Get getOf(int row) {
    return new Get(keyOf(row)).addFamily(FAMILY);
  }

  private static byte[] keyOf(int row) {
    return Bytes.toBytes(String.format("row%08d", row));
  }

  private static void check(Result result) throws IOException {
    byte[] value = result.getValue(FAMILY, QUALIFIER);
    if (value == null || value.length != 100) throw new IOException("a row without its value: " + result);
  }
}

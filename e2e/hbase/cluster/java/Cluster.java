import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;

/**
 * An HBase in one process: ZooKeeper, a master, a region server and the Thrift2 gateway. Prints a line of JSON with the
 * addresses when the gateway answers. Ends when its standard input closes, and so never outlives the process that
 * started it. The system properties that begin with "hbase." or "hadoop." are settings of this HBase.
 */
public final class Cluster {
  private static final int DELETE_ATTEMPTS = 100;

  private Cluster() {}

  public static void main(String[] words) {
    try {
      Path folder = Files.createTempDirectory("hbase-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(folder, 1)));
      Thread watcher = new Thread(() -> endWithInput(folder), "input");
      watcher.setDaemon(true);
      watcher.start();
      start(folder);
    } catch (Exception | LinkageError error) {
      error.printStackTrace();
      // Threads of HBase would keep the process running.
      System.exit(1);
    }
  }

  private static void start(Path folder) throws Exception {
    // Parts of HBase read these two from a configuration of their own. A system property reaches every configuration.
    System.setProperty("hbase.tmp.dir", folder.resolve("tmp").toString());
    System.setProperty("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    Configuration settings = Settings.ofCluster(folder);
    MiniZooKeeperCluster zookeeper = new MiniZooKeeperCluster(settings);
    int zookeeperPort = zookeeper.startup(folder.resolve("zookeeper").toFile());
    settings.setInt("hbase.zookeeper.property.clientPort", zookeeperPort);
    LocalHBaseCluster hbase = new LocalHBaseCluster(settings, 1);
    hbase.startup();
    awaitMaster(hbase);
    String gateway = Gateway.start(Settings.ofGateway(settings));
    System.out.printf("{\"gateway\":\"%s\",\"zookeeper\":\"127.0.0.1:%d\"}%n", gateway, zookeeperPort);
  }

  private static void awaitMaster(LocalHBaseCluster hbase) throws Exception {
    for (;;) {
      HMaster master = hbase.getActiveMaster();
      if (master != null && master.isInitialized()) return;
      if (hbase.getLiveMasters().isEmpty()) throw new IOException("the master has ended");
      Thread.sleep(20);
    }
  }

  private static void endWithInput(Path folder) {
    try {
      while (System.in.read() >= 0) continue;
    } catch (IOException error) {
      // An input that cannot be read is as good as a closed one.
    }
    end(folder, 0);
  }

  /** Deletes the data and ends at once: stopping the servers in order takes long, and their files are not needed. */
  private static synchronized void end(Path folder, int code) {
    IOException last = null;
    for (int attempt = 0; attempt < DELETE_ATTEMPTS && Files.exists(folder); attempt++) {
      try {
        delete(folder);
      } catch (IOException error) {
        // A server has written a file meanwhile. Servers stop soon without their folders.
        last = error;
      }
    }
    if (Files.exists(folder)) System.err.println("cannot delete all of " + folder + ": " + last);
    Runtime.getRuntime().halt(code);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
      for (Path path : deepestFirst) Files.deleteIfExists(path);
    } catch (UncheckedIOException error) {
      throw error.getCause();
    }
  }
}

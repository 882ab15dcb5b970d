import java.nio.file.Path;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** The settings of a cluster for tests: small, quick to start, and reachable only from this machine. */
final class Settings {
  private static final String LOOPBACK = "127.0.0.1";

  private Settings() {}

  /** The settings of the master and the region server, with their data in `folder`. */
  static Configuration ofCluster(Path folder) {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.rootdir", folder.resolve("hbase").toUri().toString());
    // The local file system promises less than HDFS: a test can do without data that survives a power failure.
    settings.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    settings.set("hbase.wal.provider", "filesystem");
    settings.set("hbase.zookeeper.quorum", LOOPBACK);
    for (String server : new String[] {"master", "regionserver"}) {
      settings.set("hbase." + server + ".ipc.address", LOOPBACK);
      settings.set("hbase." + server + ".hostname", "localhost");
      // 0: a free port. -1: no web pages.
      settings.setInt("hbase." + server + ".port", 0);
      settings.setInt("hbase." + server + ".info.port", -1);
    }
    settings.setInt("hbase.regionserver.handler.count", 10);
    settings.setInt("hbase.regionserver.metahandler.count", 4);
    settings.setInt("hbase.regionserver.msginterval", 500);
    // Otherwise the master waits 4.5 seconds for a second region server.
    settings.setInt("hbase.master.wait.on.regionservers.maxtostart", 1);
    settings.setInt("hbase.master.wait.on.regionservers.interval", 100);
    // The master would wait twice 150 ms for more regions to open or close in the same request.
    settings.setInt("hbase.assignment.dispatch.wait.msec", 0);
    settings.setInt("hbase.procedure.remote.dispatcher.delay.msec", 0);
    // The process ends without stopping the servers.
    settings.setBoolean("hbase.shutdown.hook", false);
    copyProperties(settings, name -> !isOfClient(name));
    return settings;
  }

  /** The settings of the gateway, which is a client of the cluster with the settings `cluster`. */
  static Configuration ofGateway(Configuration cluster) {
    Configuration settings = new Configuration(cluster);
    settings.setBoolean("hbase.regionserver.thrift.http", true);
    settings.set("hbase.regionserver.thrift.ipaddress", LOOPBACK);
    settings.setInt("hbase.regionserver.thrift.port", 0);
    settings.setInt("hbase.thrift.info.port", -1);
    // A call that must fail fails within a second, and the gateway asks often whether a table was created.
    settings.setInt("hbase.client.retries.number", 6);
    settings.setInt("hbase.client.pause", 10);
    copyProperties(settings, name -> true);
    return settings;
  }

  /** Only the gateway's client may be impatient: the servers use one of their own, before every table can be read. */
  private static boolean isOfClient(String name) {
    return name.startsWith("hbase.client.");
  }

  private static void copyProperties(Configuration settings, Predicate<String> wanted) {
    for (String name : System.getProperties().stringPropertyNames()) {
      boolean known = name.startsWith("hbase.") || name.startsWith("hadoop.");
      if (known && wanted.test(name)) settings.set(name, System.getProperty(name));
    }
  }
}

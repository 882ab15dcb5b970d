import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift2.ThriftServer;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.Server;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.ServerConnector;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.THttpClient;

/** The Thrift2 gateway: it carries calls in the bodies of HTTP requests to the cluster. */
final class Gateway {
  private Gateway() {}

  /** Starts the gateway on a free port. Returns its address when it has answered a call. */
  static String start(Configuration settings) throws Exception {
    ThriftServer server = new ThriftServer(settings);
    Thread thread = new Thread(() -> run(server), "gateway");
    thread.setDaemon(true);
    thread.start();
    Server http = server.getHttpServer();
    while (http == null || !http.isStarted()) {
      if (!thread.isAlive()) throw new IOException("the gateway has ended");
      Thread.sleep(20);
      http = server.getHttpServer();
    }
    String address = "http://127.0.0.1:" + ((ServerConnector) http.getConnectors()[0]).getLocalPort() + "/";
    call(address);
    return address;
  }

  private static void run(ThriftServer server) {
    try {
      server.run();
    } catch (Exception error) {
      error.printStackTrace();
    }
  }

  /** A call that the gateway passes on to the master. */
  private static void call(String address) throws TException {
    THttpClient transport = new THttpClient(address);
    new THBaseService.Client(new TBinaryProtocol(transport)).listNamespaceDescriptors();
    transport.close();
  }
}

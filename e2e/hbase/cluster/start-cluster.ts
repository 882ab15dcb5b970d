import { userInfo } from 'node:os';
import { buildJava } from './build-java.js';
import { startProcess } from './cluster-process.js';

export { hasJava } from './find-java.js';

export interface ClusterOptions {
  /** The version of HBase: 2.6.1 unless given; 2.5.8 and 2.4.17 work too. */
  readonly version?: string;
  /** Settings of this HBase by name. They win over those that the cluster sets itself. */
  readonly properties?: Readonly<Record<string, string>>;
  /** The users as whom the gateway may act, if a request names one in the header `doAs`. */
  readonly doAs?: readonly string[];
  /** Whether users need rights. The user who runs the cluster has all, every other user those that were granted. */
  readonly authorization?: boolean;
  /** The milliseconds that a start may take, after everything was downloaded and compiled. */
  readonly timeLimit?: number;
  /** Gets a line for every step that takes long. */
  readonly log?: (line: string) => void;
}

/** A running HBase. All its servers listen on the loopback interface only. */
export interface Cluster {
  /** The address of the Thrift2 gateway, such as `http://127.0.0.1:9090/`. */
  readonly gateway: string;
  /** The address of ZooKeeper, such as `127.0.0.1:2181`. HBase's own clients need it. */
  readonly zookeeper: string;
  readonly version: string;
  /** Ends the cluster and deletes its data. */
  stop(): Promise<void>;
}

export const DEFAULT_VERSION = '2.6.1';
const ACCESS_CONTROLLER = 'org.apache.hadoop.hbase.security.access.AccessController';

/**
 * Starts an empty HBase with its Thrift2 gateway. Several can run at the same time, because each takes free ports and a
 * new folder. If this process ends without `stop`, the cluster ends too.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { version = DEFAULT_VERSION, timeLimit = 120_000, log = () => {} } = options;
  const { java, words } = await buildJava(version, log);
  log(`starting HBase ${version}`);
  const properties = Object.entries(propertiesOf(options)).map(([name, value]) => `-D${name}=${value}`);
  const { firstLine, stop } = await startProcess(java, ['-Xmx1500m', ...properties, ...words, 'Cluster'], timeLimit);
  const { gateway, zookeeper } = JSON.parse(firstLine) as Pick<Cluster, 'gateway' | 'zookeeper'>;
  log(`HBase ${version} answers at ${gateway}`);
  return { gateway, zookeeper, version, stop };
}

function propertiesOf({ doAs = [], authorization = false, properties = {} }: ClusterOptions): Record<string, string> {
  const { username } = userInfo();
  return {
    ...(doAs.length > 0 && {
      'hbase.thrift.support.proxyuser': 'true',
      [`hadoop.proxyuser.${username}.hosts`]: '127.0.0.1',
      [`hadoop.proxyuser.${username}.users`]: doAs.join(','),
    }),
    ...(authorization && {
      'hbase.security.authorization': 'true',
      'hbase.coprocessor.master.classes': ACCESS_CONTROLLER,
      'hbase.coprocessor.region.classes': ACCESS_CONTROLLER,
      'hbase.coprocessor.regionserver.classes': ACCESS_CONTROLLER,
    }),
    ...properties,
  };
}

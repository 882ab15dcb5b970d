import type { ArgsOf, MethodName, ResultOf } from '../../hbase/thrift/methods.js';

/** What runs each method. A handler throws a GatewayFailure, or an error of the engine. */
export type Handlers = {
  readonly [M in MethodName]: (args: ArgsOf<M>) => ResultOf<M> | Promise<ResultOf<M>>;
};

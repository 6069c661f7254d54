import type { CustodyMethod, CustodyParams, CustodyResult, Fence } from '#contract/custody.ts'
import type { CustodyRefusal } from '#contract/custody-refusals.ts'

/** The answer of custody. Unavailable: nobody knows whether the question arrived, so that it is asked again under the same id. */
export type CustodyReply<Method extends CustodyMethod> =
  | { readonly kind: 'answered'; readonly result: CustodyResult<Method> }
  | {
      readonly kind: 'refused'
      readonly code: CustodyRefusal
      /** In custody's own words, for the log. */
      readonly reason?: string
    }
  | { readonly kind: 'unavailable' }

/** The process that alone holds keys, as the others see it: it can be asked, and decides by itself. */
export interface CustodyClient {
  /** A method that pays needs the fence of the lease under which it is asked for. */
  ask<Method extends CustodyMethod>(
    method: Method,
    params: CustodyParams<Method>,
    fence?: Fence,
  ): Promise<CustodyReply<Method>>
  close(): void
}

import {
  CUSTODY_PARAMS,
  CUSTODY_RESULTS,
  type CustodyMethod,
  type CustodyParams,
  type CustodyRefusal,
  type CustodyResult,
} from '#contract/custody.ts'
import type { CustodyClient, CustodyReply } from '#server/providers/custody/custody.ts'

/** No answer comes. */
export const SILENCE = Symbol('silence')

/** The answers of a double, by method: a result, the code of a refusal, or no answer. */
export type CustodyAnswers = {
  [Method in CustodyMethod]?: (
    params: CustodyParams<Method>,
  ) => CustodyResult<Method> | CustodyRefusal | typeof SILENCE | Promise<CustodyResult<Method>>
}

/** Custody with these answers. Questions and answers must have the form of the contract; a method without an answer is unavailable. */
export function custodyDouble(answers: CustodyAnswers): Pick<CustodyClient, 'ask'> {
  return {
    async ask<Method extends CustodyMethod>(method: Method, params: CustodyParams<Method>) {
      const asked = CUSTODY_PARAMS[method].parse(params)
      const answer: CustodyAnswers[Method] = answers[method]
      const given = answer ? await answer(asked as CustodyParams<Method>) : SILENCE
      if (given === SILENCE) return { kind: 'unavailable' }
      if (typeof given === 'string') return { kind: 'refused', code: given }
      const result = CUSTODY_RESULTS[method].parse(given) as CustodyResult<Method>
      return { kind: 'answered', result } satisfies CustodyReply<Method>
    },
  }
}

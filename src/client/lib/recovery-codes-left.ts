import { getSecurity } from '#contract/security.ts'
import { callApi } from './call-api.ts'

/** The number of unused recovery codes; `undefined` without an answer. */
export const recoveryCodesLeft = (): Promise<number | undefined> =>
  callApi(getSecurity, {}).then(
    ({ baseDTO }) => baseDTO.recoveryCodesLeft,
    () => undefined,
  )

import { getSecurity } from '#contract/security.ts'
import { callApi } from './call-api.ts'

/** How many recovery codes are unused; `undefined` where no answer comes. */
export const recoveryCodesLeft = (): Promise<number | undefined> =>
  callApi(getSecurity, {}).then(
    ({ baseDTO }) => baseDTO.recoveryCodesLeft,
    () => undefined,
  )

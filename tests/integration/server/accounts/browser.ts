import type { AccountServer, Answer } from './account-server.ts'
import { PASSWORD } from './steps.ts'

/** Our own page in a browser, which keeps its cookies. */
export interface Browser {
  readonly cookies: () => ReadonlyMap<string, string>
  readonly signUp: (mobileNumber: string, password?: string) => Promise<Answer>
  readonly logIn: (mobileNumber: string, password?: string) => Promise<Answer>
  readonly check: (mobileNumber: string, code: string) => Promise<Answer>
  readonly resend: (username: string) => Promise<Answer>
  readonly forget: (mobileNumber: string) => Promise<Answer>
  readonly reset: (username: string, code: string, password: string, language?: 'fa' | 'en') => Promise<Answer>
}

export function newBrowser(
  server: Pick<AccountServer, 'ask'>,
  { from = '5.160.1.1' }: { from?: string } = {},
): Browser {
  const cookies = new Map<string, string>()
  const ask = async (path: string, json: object, language: 'fa' | 'en' = 'fa') => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { 'x-kimia-client': 'web', ...(cookie === '' ? {} : { cookie }) }
    const answer = await server.ask(path, { method: 'POST', json, from, headers, language })
    for (const line of answer.cookies ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const authenticationType = 'SMS'
  return {
    cookies: () => cookies,
    signUp: (mobileNumber, password = PASSWORD) =>
      ask('/users/register', { mobileNumber, password, authenticationType }),
    logIn: (mobileNumber, password = PASSWORD) => ask('/users/login', { mobileNumber, password, authenticationType }),
    check: (mobileNumber, code) => ask('/users/check-otp-code', { mobileNumber, code }),
    resend: (username) => ask('/users/resend-otp-code', { username }),
    forget: (mobileNumber) => ask('/users/forget-password', { mobileNumber, authenticationType }),
    reset: (username, code, password, language) =>
      ask('/users/reset-password/', { username, code, password }, language),
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freezeByToken, setAntiPhishingPhrase } from '#contract/security.ts'
import { setMessageLanguage } from '#contract/session.ts'
import { checkOtpCode, login } from '#contract/users.ts'
import { newestCode, signUp } from '#tests/builders/customer.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'

const Messages = z.array(z.object({ text: z.string() }))

onDatabase('what a user is told', (_open, place) => {
  test('comes within seconds of a login from elsewhere, and its link freezes the account at once', async () => {
    const server = await startServerProcess(await place())
    try {
      const customer = await signUp(server.url)
      const { mobileNumber, password, ask } = customer
      const messages = async () => {
        const answer = await fetch(`${server.url}/sandbox/inbox.json?to=${encodeURIComponent(mobileNumber)}`)
        return Messages.parse(await answer.json()).map(({ text }) => text)
      }
      const messageWith = async (words: string) => {
        for (let waited = 0; waited < 200; waited++) {
          const found = (await messages()).find((text) => text.includes(words))
          if (found !== undefined) return found
          await sleep(100)
        }
        throw new Error(`no message says "${words}": ${await messages()}`)
      }
      await ask(setAntiPhishingPhrase, { body: { phrase: 'saffron from Qaen' } })
      await ask(setMessageLanguage, { body: { language: 'en' } })

      // A program is known by its network and name.
      const elsewhere = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json', 'user-agent': 'another-program/1' }
        const answer = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        return z.object({ flowToken: z.optional(z.string()) }).parse(await answer.json())
      }
      const credentials = { mobileNumber, password, authenticationType: 'SMS', browser: 'FIREFOX' } as const
      const { flowToken } = await elsewhere(login.path, credentials)
      const code = await newestCode(server.url, mobileNumber)
      expect(await messages()).toContainEqual(expect.stringContaining('saffron from Qaen'))
      await elsewhere(checkOtpCode.path, { mobileNumber, code, ...(flowToken ? { flowToken } : {}) })

      const warning = await messageWith('New login')
      expect(warning).toContain('Your security phrase: saffron from Qaen')
      const link = new RegExp(`Freeze your account now: ${server.url.replace('127.0.0.1', 'localhost')}/freeze#(\\S+)`)
      const token = link.exec(warning)?.[1] ?? 'none'
      await ask(freezeByToken, { body: { token } })
      await messageWith('Your account is frozen')
      await expect(ask(login, { body: credentials })).rejects.toThrow('LOGIN_NOT_ALLOWED')
      expect((await messages()).filter((text) => text.includes('New login'))).toHaveLength(1)
    } finally {
      await server.stop()
    }
  })
})

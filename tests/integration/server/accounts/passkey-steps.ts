import { expect } from 'vitest'
import { z } from 'zod'
import { SoftwareAuthenticator } from '#tests/builders/software-authenticator.ts'
import { type AccountServer, type Answer, PUBLIC_URL } from './account-server.ts'
import type { SignedUp } from './steps.ts'

const Begun = z.object({
  flowToken: z.string(),
  options: z.object({
    challenge: z.string(),
    user: z.object({ id: z.string() }).default({ id: '' }),
    allowCredentials: z.array(z.object({ id: z.string() })).optional(),
  }),
})

/** Creates and uses passkeys as a user does, on the user's own devices. */
export function passkeySteps(server: () => AccountServer) {
  const post = (path: string, json: unknown, token?: string): Promise<Answer> =>
    server().ask(path, { method: 'POST', json, token })
  const begin = async (path: string, token?: string) => {
    const answer = await server().ask(path, { method: 'POST', token })
    expect(answer.status).toBe(200)
    return Begun.parse(answer.body.baseDTO)
  }
  const beginLogin = () => begin('/users/passkeys/login/begin')
  const beginProof = (token: string) => begin('/users/passkeys/prove/begin', token)

  /** Makes a passkey on a new device. */
  async function add({ token }: SignedUp, name = 'Phone') {
    const device = new SoftwareAuthenticator(PUBLIC_URL)
    const { flowToken, options } = await begin('/users/passkeys/begin', token)
    const answer = await post('/users/passkeys', { flowToken, name, credential: device.create(options) }, token)
    expect(answer.status).toBe(200)
    return { device, id: String(answer.body.baseDTO?.id) }
  }

  async function logIn(device: SoftwareAuthenticator, faults: Parameters<SoftwareAuthenticator['get']>[1] = {}) {
    const { flowToken, options } = await beginLogin()
    return post('/users/passkeys/login', { flowToken, credential: device.get(options, faults), browser: 'FIREFOX' })
  }

  return { post, begin, beginLogin, beginProof, add, logIn }
}

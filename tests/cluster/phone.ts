import { fastify } from 'fastify'
import { createSandboxInbox } from '#sandbox/inbox.ts'
import { kavenegarSandbox } from '#sandbox/sms/kavenegar-sandbox.ts'
import { HOST, urlOf } from './ports.ts'

const API_KEY = 'the-cluster-of-this-machine'
const MESSAGES = 5_000

/** The phones of all customers: whichever process sends a code, its message arrives here. */
export interface Phone {
  /** The settings of the processes that send. */
  readonly env: NodeJS.ProcessEnv
  /** The newest code that was sent to this number. */
  newestCode(mobileNumber: string): string | undefined
  close(): Promise<void>
}

/** The vendor of SMS, outside the cluster: no fault of the cluster takes it away. */
export async function openPhone(port: number): Promise<Phone> {
  const inbox = createSandboxInbox({ capacity: MESSAGES })
  const server = fastify()
  const settings = { apiKey: API_KEY, templatePrefix: 'kimia', inbox, now: () => new Date() }
  await server.register(kavenegarSandbox(settings))
  await server.listen({ host: HOST, port })
  return {
    env: { SMS_PROVIDER: 'kavenegar', KAVENEGAR_API_KEY: API_KEY, KAVENEGAR_API_URL: urlOf(port) },
    newestCode: (mobileNumber) => inbox.list(mobileNumber).find(({ code }) => code !== undefined)?.code,
    close: () => server.close(),
  }
}

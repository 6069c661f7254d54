import { z } from 'zod'
import type { Sealer } from '../sealer.ts'

/** A sign-on in progress at the provider. */
const Flow = z.object({
  untilMs: z.number(),
  secrets: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  /** The callback given to the provider. */
  callback: z.string(),
  /** The session to which the identity will be linked; absent at a login. */
  link: z.object({ userId: z.number(), sessionId: z.number() }).optional(),
})
export type SignOnFlow = z.output<typeof Flow>

/** A person just named by the provider, with no action taken yet. */
const SignedOn = z.object({
  untilMs: z.number(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().optional(),
})
export type SignedOn = z.output<typeof SignedOn>

const FLOW_CONTEXT = 'sign-on:flow'
const PERSON_CONTEXT = 'sign-on:person'
const FLOW_MS = 10 * 60_000
const SIGNED_ON_MS = 15 * 60_000

interface Sealing {
  readonly sealer: Sealer
  readonly now: () => Date
}

/** The cookie until the provider's return: readable for us alone, unchanged, and valid for ten minutes. */
export const sealFlow = (sealing: Sealing, flow: Omit<SignOnFlow, 'untilMs'>): string =>
  seal(sealing, { ...flow, untilMs: sealing.now().getTime() + FLOW_MS }, FLOW_CONTEXT)

export const openFlow = (sealing: Sealing, cookie: string | undefined): SignOnFlow | undefined =>
  open(sealing, cookie, { schema: Flow, context: FLOW_CONTEXT })

/** The cookie until the person's next step is known. */
export const sealSignedOn = (sealing: Sealing, person: Omit<SignedOn, 'untilMs'>): string =>
  seal(sealing, { ...person, untilMs: sealing.now().getTime() + SIGNED_ON_MS }, PERSON_CONTEXT)

export const openSignedOn = (sealing: Sealing, cookie: string | undefined): SignedOn | undefined =>
  open(sealing, cookie, { schema: SignedOn, context: PERSON_CONTEXT })

const seal = ({ sealer }: Sealing, value: object, context: string) =>
  sealer.seal(Buffer.from(JSON.stringify(value)), context).toString('base64url')

function open<const Schema extends z.ZodType<{ readonly untilMs: number }>>(
  { sealer, now }: Sealing,
  cookie: string | undefined,
  { schema, context }: { schema: Schema; context: string },
): z.output<Schema> | undefined {
  if (cookie === undefined) return undefined
  try {
    const value = schema.parse(JSON.parse(sealer.open(Buffer.from(cookie, 'base64url'), context).toString()))
    return value.untilMs > now().getTime() ? value : undefined
  } catch {
    // Anything that we did not seal is ignored.
    return undefined
  }
}

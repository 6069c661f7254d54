import { z } from 'zod'
import type { SealingKey } from '../accounts/sealer.ts'

/** A whole number within bounds, from the environment's text. */
export const wholeNumber = ({ min, max, otherwise }: { min: number; max: number; otherwise: number }) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(otherwise)

/** A share of one, such as "0.05". */
export const share = (otherwise: number) =>
  z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1, such as 0.05')
    .transform(Number)
    .default(otherwise)

const yesOrNo = z
  .enum(['yes', 'no', 'on', 'off'], 'must be yes or no')
  .transform((text) => text === 'yes' || text === 'on')

export const flag = (otherwise: boolean) => yesOrNo.default(otherwise)

/** A flag whose default depends on other settings. */
export const optionalFlag = yesOrNo.optional()

export const urlWithoutSlash = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => !text.endsWith('/'), 'must not end with a slash')

/** The address of a file, or one to which anchors are put. */
export const anchorUrl = z
  .url({ protocol: /^(file|https?)$/, error: 'must be a file: or https: address' })
  .transform((text) => new URL(text))

/** "2:base64,1:base64": keys of 256 bits with their numbers from 1 to 254, the present one first. */
export const sealingKeys = z
  .string()
  .transform((text) => text.split(',').map((part) => /^(\d{1,3}):([A-Za-z0-9+/]{43}=)$/.exec(part.trim())))
  .transform((parts, context): readonly [SealingKey, ...SealingKey[]] => {
    const keys = parts.flatMap((part) =>
      part ? [{ id: Number(part[1]), key: Buffer.from(part[2] ?? '', 'base64') }] : [],
    )
    const [present, ...older] = keys
    const isSound = keys.length === parts.length && keys.every(({ id }) => id >= 1 && id <= 254)
    if (present && isSound && new Set(keys.map(({ id }) => id)).size === keys.length) return [present, ...older]
    context.addIssue('must be numbers and 32 bytes in base64, like 1:…, with a comma between two')
    return z.NEVER
  })

/** A key of 256 bits in base64. */
export const keyOf32Bytes = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
  .transform((text): Uint8Array => Buffer.from(text, 'base64'))

/** The sentence for a variable that cannot be read. It does not repeat the value, which may be a secret. */
export function refuse(error: z.ZodError, given: Readonly<Record<string, string | undefined>>): Error {
  const [issue] = error.issues
  const name = String(issue?.path[0] ?? 'The environment')
  const missing = issue?.path[0] !== undefined && given[name] === undefined
  return new Error(`${name} ${missing ? 'is missing' : 'cannot be used'}: ${issue?.message ?? 'it is not valid'}.`)
}

/** Reads variables by a schema. @throws Error with a sentence that names the variable */
export function readSettings<Output>(
  schema: z.ZodType<Output>,
  given: Readonly<Record<string, string | undefined>>,
): Output {
  const result = schema.safeParse(given)
  if (!result.success) throw refuse(result.error, given)
  return result.data
}

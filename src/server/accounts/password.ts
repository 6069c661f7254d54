import { hash, verify } from '@node-rs/argon2'

/** argon2id, the package's default algorithm, with the memory and passes that OWASP names as the least. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a discarded random password: the password of an unknown number is compared with it, which takes the same time. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$JdIR3nzrMZSTfQvpR8kWXA$VqWukXCeU2F+fv1ewrvcKz7kTZTi3NA48sjppjwVFLg'

/** The rule of sign-up: at least 8 characters, with an upper-case letter, a lower-case letter and a digit. */
export function isStrongPassword(password: string): boolean {
  return password.length >= 8 && /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)
}

/** Takes some tens of milliseconds on another thread, by intent. */
export function hashPassword(password: string): Promise<string> {
  return hash(bytesOf(password), COST)
}

/** Takes as long for `undefined`, which no password fits, as for a real hash. */
export async function fitsPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? NOBODYS_HASH, bytesOf(password))
  return fits && passwordHash !== undefined
}

/** One spelling for letters that keyboards compose differently. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))

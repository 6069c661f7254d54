import { readFileSync } from 'node:fs'
import { localMobileNumber, type MobileNumber } from '#domain/mobile-number.ts'
import { CommonFilter, commonForms, plainForm } from './common-passwords.ts'

export type PasswordFault = 'WEAK_PASSWORD' | 'PASSWORD_TOO_COMMON' | 'PASSWORD_HAS_NUMBER'

/** The first fault of a new password: its form, the user's own number in it, or that it is easy to guess. */
export function passwordFault(password: string, mobile: MobileNumber | undefined): PasswordFault | undefined {
  if (!isStrongPassword(password)) return 'WEAK_PASSWORD'
  if (mobile !== undefined && password.includes(localMobileNumber(mobile).slice(-NUMBER_DIGITS)))
    return 'PASSWORD_HAS_NUMBER'
  return isCommonPassword(password) ? 'PASSWORD_TOO_COMMON' : undefined
}

/** This many digits of a number identify its owner. */
const NUMBER_DIGITS = 7

/** At least 8 characters, with an upper-case letter, a lower-case letter and a digit. */
export function isStrongPassword(password: string): boolean {
  return password.length >= 8 && /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)
}

/** The characters that people, and guessers, add to a word to satisfy the rule of letters and digits. */
const DECORATION_MAX = 6
const DISTINCT_MIN = 4
/** The letters that the rule demands, and counted digits. */
const COUNTED = /^[a-z]{1,3}[^a-z\d]?(?:0?123456\d*|987654\d*|654321)[^a-z\d]?$/

/**
 * Whether a guesser would soon try it: a common word in any case, disguised or with a few digits and signs around it, or a password leaked
 * often. Of all other passwords one in a thousand is refused as well.
 */
function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  if (new Set(plain).size < DISTINCT_MIN || COUNTED.test(plain)) return true
  const bare = withoutDecoration(plain)
  const { words, leaked } = common()
  return (
    [plain, bare, plainForm(plain), plainForm(bare)].some((text) => words.has(text)) ||
    commonForms(password).some((form) => leaked.has(form))
  )
}

function withoutDecoration(text: string): string {
  const bare = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return text.length - bare.length <= DECORATION_MAX ? bare : text
}

/** The lists, read with the first checked password. */
interface Common {
  readonly words: ReadonlySet<string>
  /** Some 200,000 leaked passwords, and words before the commonest endings: 0.7 MB, created by `src/server/common-passwords.ts`. */
  readonly leaked: CommonFilter
}

let read: Common | undefined
const common = (): Common => {
  read ??= {
    words: new Set(readList().split(/\s+/)),
    leaked: new CommonFilter(readFileSync(new URL('./common-passwords.bloom', import.meta.url))),
  }
  return read
}

const readList = () => readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').replace(/^#.*$/gm, '')

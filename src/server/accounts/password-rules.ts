import { readFileSync } from 'node:fs'
import { localMobileNumber, type MobileNumber } from '#domain/mobile-number.ts'
import { CommonFilter, commonForms, plainForm } from './common-passwords.ts'

export type PasswordFault = 'WEAK_PASSWORD' | 'PASSWORD_TOO_COMMON' | 'PASSWORD_HAS_NUMBER'

/** What is wrong with a new password, the first of: its form, the user's own number in it, a guesser's first tries. */
export function passwordFault(password: string, mobile: MobileNumber | undefined): PasswordFault | undefined {
  if (!isStrongPassword(password)) return 'WEAK_PASSWORD'
  if (mobile !== undefined && password.includes(localMobileNumber(mobile).slice(-NUMBER_DIGITS)))
    return 'PASSWORD_HAS_NUMBER'
  return isCommonPassword(password) ? 'PASSWORD_TOO_COMMON' : undefined
}

/** So many digits of a number tell whose it is. */
const NUMBER_DIGITS = 7

/** At least 8 characters, with an upper-case letter, a lower-case letter and a digit. */
export function isStrongPassword(password: string): boolean {
  return password.length >= 8 && /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)
}

/** What the rule of letters and digits makes people add to a word, and guessers too. */
const DECORATION_MAX = 6
const DISTINCT_MIN = 4
/** As many letters as the rule asks for, and a hand that counts. */
const COUNTED = /^[a-z]{1,3}[^a-z\d]?(?:0?123456\d*|987654\d*|654321)[^a-z\d]?$/

/**
 * Whether a guesser would come to it soon: a common word, whatever its case, disguised or with a few digits and signs around it; a password that was leaked
 * often. Of passwords that are none of these, one in a thousand is refused as well.
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

/** What is read with the first password that is looked at. */
interface Common {
  readonly words: ReadonlySet<string>
  /** Some 200,000 passwords of leaks, and words before the commonest tails: 0.7 MB. It is made by `src/server/common-passwords.ts`. */
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

import { toBareDigits } from '#domain/ascii-digits.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import { LOCAL_MOBILE_LENGTH, localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'

export type ContactKind = 'MOBILE' | 'EMAIL'

export type ContactForm = { readonly old: string; readonly new: string }
export type ContactProblem = 'required' | 'invalid' | 'mismatch' | 'same'
export type ContactProblems = { readonly old?: ContactProblem; readonly new?: ContactProblem }

/** Normalizes typed text of a field: accepts digits of any script and a number pasted with its country code. */
export function typeContact(kind: ContactKind, text: string): string {
  if (kind === 'EMAIL') return text
  const mobile = parseMobileNumber(text)
  return mobile ? localMobileNumber(mobile) : toBareDigits(text).replace(/\D/g, '').slice(0, LOCAL_MOBILE_LENGTH)
}

/** The first problem of each field; a form without problems can be sent. The old contact is required only if it is `proven`. */
export function validateContact(
  kind: ContactKind,
  form: ContactForm,
  { proven }: { proven: string | undefined },
): ContactProblems {
  const old = proven === undefined ? undefined : validateOld(kind, form.old, proven)
  const next = validateNew(kind, form.new, proven)
  return { ...(old ? { old } : {}), ...(next ? { new: next } : {}) }
}

function validateOld(kind: ContactKind, text: string, proven: string): ContactProblem | undefined {
  if (text.trim() === '') return 'required'
  const contact = parse(kind, text)
  if (contact === undefined) return 'invalid'
  return contact === parse(kind, proven) ? undefined : 'mismatch'
}

function validateNew(kind: ContactKind, text: string, proven: string | undefined): ContactProblem | undefined {
  if (text.trim() === '') return 'required'
  const contact = parse(kind, text)
  if (contact === undefined) return 'invalid'
  return proven !== undefined && contact === parse(kind, proven) ? 'same' : undefined
}

const parse = (kind: ContactKind, text: string): string | undefined =>
  kind === 'MOBILE' ? parseMobileNumber(text) : parseEmailAddress(text)

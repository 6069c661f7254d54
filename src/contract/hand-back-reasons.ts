import type { Language } from '#domain/market-state.ts'
import { ACCOUNT_REFUSALS } from './account-errors.ts'
import { IDENTITY_REFUSALS } from './identity-errors.ts'

/** Ready-made reasons for handing a form back. */
export const HAND_BACK_REASONS = {
  BLURRED: {
    fa: 'تصویر خوانا نیست؛ در نور کافی دوباره عکس بگیرید.',
    en: "Photo isn't readable. Retake it in good light.",
  },
  NAME: {
    fa: 'نام با مدرک یکی نیست؛ مطابق مدرک بنویسید.',
    en: "Name doesn't match your document. Enter it exactly as shown.",
  },
  NOTE: {
    fa: 'دست‌نوشته ناقص است؛ تاریخ و امضا لازم است.',
    en: 'Handwritten note incomplete. Add date and signature.',
  },
  CARD: {
    fa: 'کارت به نام شما نیست؛ کارت خودتان را اضافه کنید.',
    en: "This card isn't in your name. Add your own.",
  },
} satisfies Record<string, { fa: string; en: string }>

const SENTENCES: Readonly<Record<string, { fa: string; en: string } | undefined>> = {
  ...ACCOUNT_REFUSALS,
  ...IDENTITY_REFUSALS,
  ...HAND_BACK_REASONS,
}

/** The text for the user: ready-made reasons and refusals of the registry in words, and an operator's own text unchanged. */
export function handBackSentence(reason: string, language: Language): string {
  const sentences = reason
    .split(' ')
    .map((name) => (Object.hasOwn(SENTENCES, name) ? SENTENCES[name]?.[language] : undefined))
  return sentences.includes(undefined) ? reason : sentences.join(' ')
}

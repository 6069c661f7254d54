import type { Spoken } from './spoken.ts'

/** The sentences of what operators of different roles do, as the words of the product have them. */
export const DESK_SENTENCES = {
  OPERATOR_RIGHT_MISSING: {
    at: 'desk',
    fa: 'نقش شما این کار را مجاز نمی‌کند؛ از مدیر میز عملیات بخواهید.',
    en: "Your role doesn't allow this. Ask an admin of operations.",
  },
  OPERATOR_NOT_FOUND: {
    at: 'desk',
    fa: 'این همکار پیدا نشد؛ همکار دیگری انتخاب کنید.',
    en: "We couldn't find this operator. Choose another one.",
  },
  TWO_ADMINS_NEEDED: {
    at: 'desk',
    fa: 'حداقل دو همکار باید نقش مدیر داشته باشند.',
    en: 'At least two operators must have the role of admin.',
  },
} as const satisfies Record<string, Spoken>

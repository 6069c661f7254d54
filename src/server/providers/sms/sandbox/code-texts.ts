import type { SmsPurpose } from '../sms.ts'

/** The line that a template with the user's phrase has at its end. */
const PHRASE = { fa: '\nعبارت امنیتی شما: %token10', en: '\nYour security phrase: %token10' } as const

/** The texts of all templates by their names, as the vendor's panel would hold them. */
export function templatesOf(prefix: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(CODE_TEXTS).flatMap(([purpose, { fa, en }]) => {
      const name = `${prefix}-${purpose}`
      return [
        ...[[`${name}-fa`, fa] as const, [`${name}-en`, en] as const],
        ...[[`${name}-fa-phrase`, fa + PHRASE.fa] as const, [`${name}-en-phrase`, en + PHRASE.en] as const],
      ]
    }),
  )
}

/** %token stands for the code, %token10 for the phrase. */
export const CODE_TEXTS = {
  'sign-up': {
    fa: 'به کیمیا خوش آمدید.\nکد ثبت‌نام: %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Welcome to Kimia.\nYour sign-up code: %token\nNever share it.',
  },
  login: {
    fa: 'کیمیا: کد ورود شما %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your login code is %token\nNever share it.',
  },
  identity: {
    fa: 'کیمیا: کد احراز هویت شما %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your identity verification code is %token\nNever share it.',
  },
  password: {
    fa: 'کیمیا: کد تغییر رمز عبور %token\nاین کد را به هیچ‌کس ندهید. اگر شما نخواسته‌اید، آن را نادیده بگیرید.',
    en: "Kimia: your password code is %token\nNever share it. If you didn't ask for it, ignore it.",
  },
  'two-step': {
    fa: 'کیمیا: کد ورود دومرحله‌ای %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your two-step verification code is %token\nNever share it.',
  },
  contact: {
    fa: 'کیمیا: کد تغییر موبایل یا ایمیل %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to change mobile or email is %token\nNever share it.',
  },
  withdrawal: {
    fa: 'کیمیا: کد برداشت %token\nبا این کد پول از حساب شما می‌رود؛ آن را به هیچ‌کس ندهید.',
    en: 'Kimia: your withdrawal code is %token\nIt takes money out of your account. Never share it.',
  },
} satisfies Record<SmsPurpose, Record<'fa' | 'en', string>>

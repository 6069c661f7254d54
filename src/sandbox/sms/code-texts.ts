import type { SmsPurpose } from '#server/providers/sms/sms.ts'

/** The last line of a template with the user's phrase. */
const PHRASE = { fa: '\nعبارت امنیتی شما: %token10', en: '\nYour security phrase: %token10' } as const

/** The texts of all templates by name, as in the vendor's panel. */
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

/** %token is the code, %token10 the phrase, %token20 what would leave. */
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
    fa: 'کیمیا: کد تأیید شما %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your verification code is %token\nNever share it.',
  },
  'change-password': {
    fa: 'کیمیا: کد تأیید برای تغییر رمز عبور %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to change the password is %token\nNever share it.',
  },
  'change-two-step': {
    fa: 'کیمیا: کد تأیید برای تغییر ورود دومرحله‌ای %token\nبا این کد روش ورود به حساب عوض می‌شود؛ آن را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to change two-step verification is %token\nIt changes how you log in. Never share it.',
  },
  'change-mobile': {
    fa: 'کیمیا: کد تأیید برای تغییر شمارهٔ موبایل %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to change the mobile number is %token\nNever share it.',
  },
  'change-email': {
    fa: 'کیمیا: کد تأیید برای ثبت یا تغییر ایمیل %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to set or change the email is %token\nNever share it.',
  },
  access: {
    fa: 'کیمیا: کد تأیید برای افزودن کلید یا راه ورود %token\nبا این کد دسترسی ماندگار به حساب داده می‌شود؛ آن را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to add a key or a way to log in is %token\nIt gives lasting access to your account. Never share it.',
  },
  addresses: {
    fa: 'کیمیا: کد تأیید برای تغییر آدرس‌های برداشت %token\nبا این کد آدرسی که دارایی شما به آن برداشت می‌شود عوض می‌شود؛ آن را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to change withdrawal addresses is %token\nIt changes where your assets can be sent. Never share it.',
  },
  withdrawal: {
    fa: 'کیمیا: کد برداشت %token20: %token\nبا این کد پول از حساب شما می‌رود؛ آن را به هیچ‌کس ندهید.',
    en: 'Kimia: your code to withdraw %token20 is %token\nIt takes money out of your account. Never share it.',
  },
  'operator-set-up': {
    fa: 'کیمیا: کد راه‌اندازی حساب همکار %token\nبا این کد و کد همکار تأییدکننده، دسترسی به میز عملیات داده می‌شود؛ آن را به هیچ‌کس ندهید.',
    en: "Kimia: your operator set-up code is %token\nWith your colleague's code it opens the operations desk. Never share it.",
  },
} satisfies Record<SmsPurpose, Record<'fa' | 'en', string>>

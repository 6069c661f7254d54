import type { SmsPurpose } from '../sms.ts'

/** The approved templates, as the vendor's panel would hold them; %token stands for the code. */
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
  withdrawal: {
    fa: 'کیمیا: کد برداشت %token\nبا این کد پول از حساب شما می‌رود؛ آن را به هیچ‌کس ندهید.',
    en: 'Kimia: your withdrawal code is %token\nIt takes money out of your account. Never share it.',
  },
} satisfies Record<SmsPurpose, Record<'fa' | 'en', string>>

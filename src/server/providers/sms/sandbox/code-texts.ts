import type { SmsPurpose } from '../sms.ts'

/** The approved templates, as the vendor's panel would hold them; %token stands for the code. */
export const CODE_TEXTS = {
  'sign-up': {
    fa: 'به کیمیا خوش آمدید.\nکد ثبت‌نام: %token',
    en: 'Welcome to Kimia.\nYour sign-up code: %token',
  },
  login: {
    fa: 'کیمیا: کد ورود شما %token\nاین کد را به هیچ‌کس ندهید.',
    en: 'Kimia: your login code is %token\nGive it to nobody.',
  },
  identity: {
    fa: 'کیمیا: کد احراز هویت شما %token',
    en: 'Kimia: your identity verification code is %token',
  },
  password: {
    fa: 'کیمیا: کد تغییر گذرواژه %token\nاگر شما نخواسته‌اید، نادیده بگیرید.',
    en: 'Kimia: your password code is %token\nIf you did not ask for it, ignore it.',
  },
  'two-step': {
    fa: 'کیمیا: کد ورود دومرحله‌ای %token',
    en: 'Kimia: your two-step code is %token',
  },
  withdrawal: {
    fa: 'کیمیا: کد برداشت %token\nبا این کد پول از حساب شما می‌رود؛ آن را به هیچ‌کس ندهید.',
    en: 'Kimia: your withdrawal code is %token\nIt takes money out of your account: give it to nobody.',
  },
} satisfies Record<SmsPurpose, Record<'fa' | 'en', string>>

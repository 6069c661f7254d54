import type { Language } from '#domain/market-state.ts'
import { emailOf, fill } from '../notifications/email-frame.ts'
import type { EmailMessage } from '../providers/email/email.ts'
import type { SmsPurpose } from '../providers/sms/sms.ts'

export interface CodeEmail {
  readonly to: string
  readonly purpose: SmsPurpose
  readonly code: string
  /** The lifetime of the code. */
  readonly seconds: number
  readonly language: Language
  readonly phrase: string | undefined
  /** The amount and destination of a withdrawal; absent for other codes. */
  readonly about?: string | undefined
}

interface CodeWords {
  readonly subject: string
  readonly text: string
}

export const CODE_EMAIL_TEXTS = {
  'sign-up': {
    fa: { subject: 'کد ثبت‌نام در کیمیا', text: 'به کیمیا خوش آمدید. این کد را برای تکمیل ثبت‌نام وارد کنید:' },
    en: { subject: 'Your Kimia sign-up code', text: 'Welcome to Kimia. Enter this code to finish signing up:' },
  },
  login: {
    fa: { subject: 'کد ورود به کیمیا', text: 'این کد را برای ورود به حسابتان وارد کنید:' },
    en: { subject: 'Your Kimia login code', text: 'Enter this code to log in:' },
  },
  identity: {
    fa: { subject: 'کد احراز هویت کیمیا', text: 'این کد را برای تکمیل احراز هویت وارد کنید:' },
    en: {
      subject: 'Your Kimia identity verification code',
      text: 'Enter this code to finish your identity verification:',
    },
  },
  password: {
    fa: {
      subject: 'کد بازیابی رمز عبور کیمیا',
      text: 'این کد را برای انتخاب رمز عبور جدید وارد کنید. اگر شما نخواسته‌اید، این پیام را نادیده بگیرید.',
    },
    en: {
      subject: 'Your Kimia password code',
      text: "Enter this code to choose a new password. If you didn't ask for it, ignore this message.",
    },
  },
  'two-step': {
    fa: { subject: 'کد تأیید کیمیا', text: 'این کد را برای تأیید کاری که در حسابتان انجام می‌دهید وارد کنید:' },
    en: {
      subject: 'Your Kimia verification code',
      text: "Enter this code to confirm what you're doing in your account:",
    },
  },
  'change-password': {
    fa: { subject: 'کد تغییر رمز عبور کیمیا', text: 'این کد را برای تغییر رمز عبور حسابتان وارد کنید:' },
    en: {
      subject: 'Your Kimia code to change the password',
      text: 'Enter this code to change the password of your account:',
    },
  },
  'change-two-step': {
    fa: { subject: 'کد تغییر ورود دومرحله‌ای کیمیا', text: 'این کد را برای تغییر روش ورود به حسابتان وارد کنید:' },
    en: {
      subject: 'Your Kimia code to change two-step verification',
      text: 'Enter this code to change how you log in to your account:',
    },
  },
  'change-mobile': {
    fa: { subject: 'کد تغییر شمارهٔ موبایل کیمیا', text: 'این کد را برای تغییر شمارهٔ موبایل حسابتان وارد کنید:' },
    en: {
      subject: 'Your Kimia code to change the mobile number',
      text: 'Enter this code to change the mobile number of your account:',
    },
  },
  'change-email': {
    fa: { subject: 'کد تأیید ایمیل کیمیا', text: 'این کد را برای ثبت یا تغییر ایمیل حسابتان وارد کنید:' },
    en: {
      subject: 'Your Kimia code for the email',
      text: 'Enter this code to set or change the email of your account:',
    },
  },
  access: {
    fa: {
      subject: 'کد افزودن کلید یا راه ورود کیمیا',
      text: 'با این کد دسترسی ماندگار به حسابتان داده می‌شود. فقط اگر خودتان کلید یا راه ورود اضافه می‌کنید، آن را وارد کنید:',
    },
    en: {
      subject: 'Your Kimia code to add a key or a way to log in',
      text: 'This code gives lasting access to your account. Enter it only if you are adding a key or a way to log in:',
    },
  },
  addresses: {
    fa: {
      subject: 'کد تغییر آدرس‌های برداشت از کیمیا',
      text: 'با این کد آدرسی که دارایی شما به آن برداشت می‌شود عوض می‌شود. فقط اگر خودتان آدرس‌های برداشت را تغییر می‌دهید، آن را وارد کنید:',
    },
    en: {
      subject: 'Your Kimia code to change withdrawal addresses',
      text: 'This code changes where your assets can be sent. Enter it only if you are changing your withdrawal addresses:',
    },
  },
  withdrawal: {
    fa: {
      subject: 'کد برداشت از کیمیا',
      text: 'با این کد پول از حساب شما می‌رود. فقط اگر خودتان درخواست برداشت داده‌اید، آن را وارد کنید:',
    },
    en: {
      subject: 'Your Kimia withdrawal code',
      text: 'This code takes money out of your account. Enter it only if you requested the withdrawal yourself:',
    },
  },
  'operator-set-up': {
    fa: {
      subject: 'کد راه‌اندازی حساب همکار در کیمیا',
      text: 'با این کد دسترسی به میز عملیات کیمیا راه می‌افتد. فقط اگر همکاران شما را اضافه کرده‌اند، آن را وارد کنید:',
    },
    en: {
      subject: 'Your Kimia operator set-up code',
      text: 'This code sets up your access to the operations desk. Enter it only if your colleagues have added you:',
    },
  },
} as const satisfies Record<SmsPurpose, Record<Language, CodeWords>>

/** The warning below every code. */
export const CODE_EMAIL_WARNING = {
  fa: {
    validity: 'این کد تا {{minutes}} دقیقه معتبر است.',
    warning: 'آن را به هیچ‌کس ندهید؛ کارکنان کیمیا هم هرگز آن را نمی‌پرسند.',
  },
  en: {
    validity: "It's valid for {{minutes}} minutes.",
    warning: 'Never share it. Kimia staff will never ask for it.',
  },
} as const satisfies Record<Language, object>

const DIGITS = { fa: new Intl.NumberFormat('fa-IR'), en: new Intl.NumberFormat('en-US') } as const

/** The message with a code. The subject leaves the code out, because locked screens show subjects. */
export function codeEmail({ to, purpose, code, seconds, language, phrase, about }: CodeEmail): EmailMessage {
  const { subject, text } = CODE_EMAIL_TEXTS[purpose][language]
  const { validity, warning } = CODE_EMAIL_WARNING[language]
  const valid = fill(validity, { minutes: DIGITS[language].format(Math.floor(seconds / 60)) })
  return emailOf({
    to,
    language,
    subject,
    lines: [text, ...(about === undefined ? [] : [about]), valid, warning],
    code,
    phrase,
  })
}

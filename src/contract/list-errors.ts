import type { RefusalText } from './account-errors.ts'

/** The refusals of lists of own things, of files of them, and of the own proof of liabilities. */
export const LIST_REFUSALS = {
  PAGE_TOO_FAR: {
    status: 400,
    fa: 'صفحه‌ها فقط تا ۱۰٬۰۰۰ ردیف آخر می‌رسند؛ برای ردیف‌های قدیمی‌تر از «next» پاسخ قبلی ادامه دهید.',
    en: 'Pages reach the newest 10,000 rows. For older rows, continue from "next" of the last answer.',
  },
  DAY_SPAN_INVALID: { status: 400, fa: 'روز پایان پیش از روز شروع است.', en: 'The last day is before the first.' },
  EXPORT_TOO_LARGE: {
    status: 400,
    fa: 'فایل حداکثر ۵۰٬۰۰۰ ردیف دارد؛ بازهٔ کوتاه‌تری انتخاب کنید.',
    en: 'A file has 50,000 rows at most. Choose a shorter period.',
  },
  PROOF_NOT_KEPT: {
    status: 404,
    fa: 'اثبات‌های این صورت‌وضعیت دیگر نگهداری نمی‌شود؛ اثبات صورت‌وضعیت جدیدتر را بگیرید.',
    en: 'Proofs of this statement are no longer kept. Get that of a newer statement.',
  },
  ACCOUNT_AFTER_STATEMENT: {
    status: 404,
    fa: 'حساب شما پس از این صورت‌وضعیت باز شده است؛ در صورت‌وضعیت بعدی بررسی کنید.',
    en: 'Your account was opened after this statement. Check the next one.',
  },
  NO_BALANCE_IN_STATEMENT: {
    status: 404,
    fa: 'در زمان این صورت‌وضعیت موجودی نداشتید؛ اگر داشتید، به پشتیبانی بنویسید.',
    en: 'You had no balance at the time of this statement. If you had one, write to support.',
  },
} as const satisfies Readonly<Record<string, RefusalText>>

import type { RefusalText } from './account-errors.ts'

/** The refusals of lists of own things, and of files of them. */
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
} as const satisfies Readonly<Record<string, RefusalText>>

import type { RefusalText } from './account-errors.ts'

/** The refusals of editing public content. `errors.ts` explains their form. */
export const CONTENT_REFUSALS = {
  CONTENT_NOT_FOUND: { status: 404, fa: 'این متن پیدا نشد.', en: "We couldn't find this text." },
  CONTENT_EXISTS: {
    status: 409,
    fa: 'متنی با این نام وجود دارد؛ نام دیگری انتخاب کنید.',
    en: 'A text with this name exists. Choose another name.',
  },
  CONTENT_CHANGED: {
    status: 409,
    fa: 'همکار دیگری این متن را تغییر داده است؛ متن شما همین‌جا محفوظ است. نسخهٔ جدید را ببینید و دوباره ذخیره کنید.',
    en: 'Another operator has changed this text. Yours is still here: compare it with the new version, then save again.',
  },
  CONTENT_TOO_LONG: {
    status: 400,
    fa: 'متن طولانی است؛ عنوان حداکثر ۲۰۰ و متن حداکثر ۲۵٬۰۰۰ کاراکتر دارد.',
    en: 'This text is too long. A title has up to 200 characters, a text up to 25,000.',
  },
  CONTENT_EMPTY: {
    status: 400,
    fa: 'عنوان و متن را وارد کنید.',
    en: 'Enter a title and a text.',
  },
  CONTENT_PLACEHOLDER_UNKNOWN: {
    status: 400,
    fa: 'یکی از نام‌های داخل آکولاد شناخته نشد؛ آن را از فهرست انتخاب کنید.',
    en: "A name in braces isn't known. Choose one from the list.",
  },
  CONTENT_FIELD_INVALID: {
    status: 400,
    fa: 'مقدار این فیلد معتبر نیست؛ آدرس‌ها باید با https:// شروع شوند.',
    en: "This field isn't valid. Links must start with https://.",
  },
} satisfies Record<string, RefusalText>

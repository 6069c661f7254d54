import type { RefusalText } from './account-errors.ts'

/** The refusals of support. `errors.ts` says how to read them. */
export const TICKET_REFUSALS = {
  TICKET_NOT_FOUND: {
    status: 404,
    fa: 'این تیکت پیدا نشد؛ فهرست تیکت‌ها را ببینید.',
    en: "We couldn't find this ticket. Check your list of tickets.",
  },
  TICKET_SUBJECT_REQUIRED: { status: 400, fa: 'موضوع را وارد کنید.', en: 'Enter a subject.' },
  TICKET_SUBJECT_TOO_LONG: {
    status: 400,
    fa: 'موضوع حداکثر ۱۰۰ کاراکتر است؛ آن را کوتاه کنید.',
    en: 'A subject has at most 100 characters. Shorten it.',
  },
  TICKET_TEXT_REQUIRED: {
    status: 400,
    fa: 'پیام خالی است؛ متن بنویسید یا فایل پیوست کنید.',
    en: 'The message is empty. Write something or attach a file.',
  },
  TICKET_TEXT_TOO_LONG: {
    status: 400,
    fa: 'متن حداکثر ۴٬۰۰۰ کاراکتر است؛ آن را کوتاه کنید یا در دو پیام بفرستید.',
    en: 'A message has at most 4,000 characters. Shorten it or send two.',
  },
  TICKETS_TOO_MANY: {
    status: 409,
    fa: 'ده تیکت شما در انتظار پاسخ است؛ در یکی از همان‌ها بنویسید یا تا پاسخ صبر کنید.',
    en: 'Ten of your tickets are still waiting for us. Write in one of them, or wait for a reply.',
  },
  TICKET_ABOUT_NOT_FOUND: {
    status: 404,
    fa: 'سفارش، واریز یا برداشت پیوست‌شده در حساب شما پیدا نشد؛ بدون آن بفرستید.',
    en: "We couldn't find the attached order, deposit or withdrawal in your account. Send the ticket without it.",
  },
  FILE_REFUSED: {
    status: 400,
    fa: 'این فایل پذیرفته نشد؛ عکس PNG، JPG یا WebP یا فایل PDF انتخاب کنید.',
    en: "We can't take this file. Choose a PNG, JPG or WebP photo, or a PDF.",
  },
  FILE_NOT_FOUND: {
    status: 404,
    fa: 'این فایل پیدا نشد؛ گفتگو را به‌روز کنید.',
    en: "We couldn't find this file. Refresh the conversation.",
  },
  TICKET_CLOSED: {
    status: 409,
    fa: 'این تیکت بسته است؛ با پیام بعدی کاربر دوباره باز می‌شود.',
    en: "This ticket is closed. The customer's next message opens it again.",
  },
  TICKET_OF_ANOTHER: {
    status: 409,
    fa: 'همکار دیگری این تیکت را برداشته است؛ اول آن را به خودتان بسپارید.',
    en: 'Another operator has taken this ticket. Take it over first.',
  },
  OPERATOR_NOT_FOUND: {
    status: 404,
    fa: 'این همکار پیدا نشد؛ همکار دیگری انتخاب کنید.',
    en: "We couldn't find this operator. Choose another one.",
  },
  CANNED_ANSWER_NOT_FOUND: {
    status: 404,
    fa: 'این پاسخ آماده پیدا نشد؛ صفحه را به‌روز کنید.',
    en: "We couldn't find this ready answer. Refresh the page.",
  },
} satisfies Record<string, RefusalText>

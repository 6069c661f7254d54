import type { RefusalText } from './account-errors.ts'

/** Refusals of card deposits. */
export const DEPOSIT_REFUSALS = {
  CALLBACK_REFUSED: {
    status: 400,
    fa: 'آدرس بازگشت از پرداخت باید صفحه‌ای از کیمیا باشد.',
    en: 'The return address of a payment must be a page of Kimia.',
  },
  CARD_NOT_VERIFIED: {
    status: 400,
    fa: 'این کارت در حساب شما تأیید نشده است؛ کارت دیگری انتخاب کنید.',
    en: "This card isn't verified in your account. Choose another one.",
  },
  GATEWAY_UNAVAILABLE: {
    status: 503,
    fa: 'درگاه پرداخت موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "The payment gateway isn't available right now. Try again in a few minutes.",
  },
  GATEWAY_REFUSED: {
    status: 409,
    fa: 'درگاه پرداخت درخواست را نپذیرفت؛ دوباره تلاش کنید.',
    en: "The payment gateway didn't accept the request. Try again.",
  },
  DEPOSIT_NOT_FOUND: {
    status: 404,
    fa: 'این پرداخت پیدا نشد؛ تاریخچهٔ واریز را ببینید.',
    en: "We couldn't find this payment. Check your deposit history.",
  },
  TOO_MANY_OPEN_DEPOSITS: {
    status: 409,
    fa: 'پنج پرداخت نیمه‌کاره دارید؛ یکی را تمام کنید یا چند دقیقه صبر کنید تا بسته شود.',
    en: 'You have five unfinished payments. Finish one, or wait a few minutes until it closes.',
  },
  DEPOSIT_DAY_LIMIT_REACHED: {
    status: 409,
    fa: 'این مبلغ از باقی‌ماندهٔ سقف واریز امروز شما بیشتر است؛ مبلغ کمتری وارد کنید یا فردا واریز کنید.',
    en: "This is more than what's left of today's deposit limit. Enter less, or deposit tomorrow.",
  },
} as const satisfies Record<string, RefusalText>

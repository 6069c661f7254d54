import type { RefusalText } from './account-errors.ts'

/** The refusals of the operators' console. `errors.ts` says how to read them. */
export const OPERATIONS_REFUSALS = {
  OPERATOR_LOGIN_REFUSED: {
    status: 401,
    fa: 'شماره، رمز عبور یا کد Authenticator نادرست است.',
    en: 'Wrong number, password or authenticator code.',
  },
  SET_UP_REFUSED: {
    status: 401,
    fa: 'کد نادرست است یا مهلت راه‌اندازی گذشته است.',
    en: 'Wrong code, or the time for this is over.',
  },
  NUMBER_HAS_ACCOUNT: {
    status: 409,
    fa: 'این شماره حساب دارد؛ همکار به شمارهٔ دیگری نیاز دارد.',
    en: 'This number has an account. An operator needs another one.',
  },
  USER_NOT_FOUND: { status: 404, fa: 'این کاربر پیدا نشد.', en: "We couldn't find this user." },
  NOTHING_TO_CHANGE: {
    status: 409,
    fa: 'تغییری لازم نیست؛ همین حالا چنین است. صفحه را به‌روز کنید.',
    en: 'Nothing to change: it is so already. Refresh the page.',
  },
  SUPERVISOR_BY_PROPOSAL: {
    status: 409,
    fa: 'سطح بازارگردان را نمی‌توان اینجا تغییر داد.',
    en: "A market maker's level can't be changed here.",
  },
  USER_NOT_VERIFIED: {
    status: 409,
    fa: 'این کاربر هنوز احراز هویت نشده است.',
    en: "This user isn't verified yet.",
  },
  CREDIT_REQUIRED: {
    status: 400,
    fa: 'خط اعتباری حداقل یک دارایی را وارد کنید.',
    en: 'Enter a credit line for at least one asset.',
  },
  PROPOSAL_EXISTS: {
    status: 409,
    fa: 'پیشنهادی برای همین کار در انتظار تأیید است.',
    en: 'A proposal for this is awaiting approval.',
  },
  PROPOSAL_NOT_FOUND: { status: 404, fa: 'این پیشنهاد پیدا نشد.', en: "We couldn't find this proposal." },
  PROPOSAL_CLOSED: {
    status: 409,
    fa: 'این پیشنهاد بسته شده یا مهلت ۲۴ ساعتهٔ آن گذشته است.',
    en: 'This proposal is closed, or its 24 hours have passed.',
  },
  FOUR_EYES_REQUIRED: {
    status: 403,
    fa: 'پیشنهاد شما را همکار دیگری باید تأیید کند.',
    en: 'Another operator must approve your proposal.',
  },
} satisfies Record<string, RefusalText>

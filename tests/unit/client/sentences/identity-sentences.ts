import type { Spoken } from './spoken.ts'

/** The refusals of identities and bank accounts, of the console, and of any endpoint. */
export const IDENTITY_SENTENCES = {
  USER_IDENTITY_DATA: {
    at: 'account',
    fa: 'این موارد با ثبت احوال مطابقت ندارد؛ آن‌ها را اصلاح کنید.',
    en: "These details don't match the civil registry. Correct them.",
  },
  NATIONAL_CODE_NOT_VALID: {
    at: 'account',
    fa: 'این کد ملی در ثبت احوال نیست؛ آن را بررسی کنید.',
    en: "The civil registry doesn't know this national ID number. Check it.",
  },
  BIRTH_DATE_MISMATCH: {
    at: 'account',
    fa: 'تاریخ تولد با کد ملی مطابقت ندارد؛ آن را بررسی کنید.',
    en: "The date of birth doesn't match the national ID number. Check it.",
  },
  NAME_MISMATCH: {
    at: 'account',
    fa: 'نام یا نام خانوادگی با کد ملی مطابقت ندارد؛ مطابق کارت ملی بنویسید.',
    en: "The name doesn't match the national ID number. Enter it as shown on your card.",
  },
  COUNTRY_PREFIX_MISMATCH: {
    at: 'account',
    fa: 'پیش‌شمارهٔ موبایل با کشور شما مطابقت ندارد؛ شماره یا کشور را اصلاح کنید.',
    en: "The mobile number's country code doesn't match your country. Correct one of them.",
  },
  COUNTRY_UNKNOWN: {
    at: 'account',
    fa: 'این کشور در فهرست نیست؛ کشور دیگری انتخاب کنید.',
    en: "This country isn't on our list. Choose another one.",
  },
  IDENTITY_SERVICE_NOT_COMPLETED: {
    at: 'account',
    fa: 'استعلام هویت شما هنوز کامل نشده است؛ نتیجه را پیامک می‌کنیم.',
    en: "Your identity inquiry isn't complete yet. We'll text you the result.",
  },
  IDENTITY_NOT_PENDING: {
    at: 'console',
    fa: 'این حساب دیگر در انتظار بررسی نیست؛ فهرست را به‌روز کنید.',
    en: 'This account is no longer waiting for a review. Refresh the list.',
  },
  BANK_ACCOUNT_UNCONFIRMED: {
    at: 'account',
    fa: 'بانک صاحب این کارت یا شبا را تأیید نکرد؛ کارت دیگری اضافه کنید.',
    en: "The bank didn't confirm who owns this card or Sheba. Add another one.",
  },
  BANK_ACCOUNTS_FULL: {
    at: 'account',
    fa: 'بیش از ۵ حساب بانکی ممکن نیست؛ اول یکی را حذف کنید.',
    en: 'You can have 5 bank accounts at most. Remove one first.',
  },
  BANK_ACCOUNT_PRESENT: {
    at: 'account',
    fa: 'این کارت یا شبا را قبلاً اضافه کرده‌اید.',
    en: "You've already added this card or Sheba.",
  },
  BANK_ACCOUNT_LAST: {
    at: 'account',
    fa: 'حداقل یک حساب بانکی لازم است؛ اول حساب دیگری اضافه کنید.',
    en: 'You need at least one bank account. Add another one first.',
  },
  BANK_ACCOUNT_IN_USE: {
    at: 'account',
    fa: 'یک واریز با این کارت در جریان است؛ پس از پایان آن حذفش کنید.',
    en: 'A deposit from this card is under way. Remove it once that is done.',
  },
  BANK_ACCOUNTS_ABROAD: {
    at: 'account',
    fa: 'حساب بانکی فقط برای کاربران داخل ایران است.',
    en: 'Bank accounts are for users in Iran only.',
  },
  OPERATOR_LOGIN_REFUSED: {
    at: 'console',
    fa: 'شماره، رمز عبور یا کد Authenticator نادرست است.',
    en: 'Wrong number, password or authenticator code.',
  },
  SET_UP_REFUSED: {
    at: 'console',
    fa: 'شماره یا کد نادرست است یا مهلت راه‌اندازی گذشته است؛ هر دو را بررسی کنید یا از نو شروع کنید.',
    en: 'Wrong number or code, or the set-up time has passed. Check both or start again.',
  },
  LOOKS_USED_UP: {
    at: 'console',
    fa: 'به سقف مشاهدهٔ کاربران رسیده‌اید؛ مدیران باخبر شدند.',
    en: "You've reached the limit of users you can view. The admins were notified.",
  },
  NUMBER_HAS_ACCOUNT: {
    at: 'console',
    fa: 'با این شماره قبلاً ثبت‌نام شده است؛ برای همکار شمارهٔ دیگری وارد کنید.',
    en: 'This number already has an account. Enter another one for the operator.',
  },
  USER_NOT_FOUND: { at: 'console', fa: 'این کاربر پیدا نشد.', en: "We couldn't find this user." },
  NOTHING_TO_CHANGE: {
    at: 'console',
    fa: 'این کار قبلاً انجام شده است؛ صفحه را به‌روز کنید.',
    en: 'This is already done. Refresh the page.',
  },
  SUPERVISOR_BY_PROPOSAL: {
    at: 'console',
    fa: 'سطح تأمین‌کنندهٔ نقدینگی را نمی‌توان اینجا تغییر داد.',
    en: "A liquidity provider's level can't be changed here.",
  },
  USER_NOT_VERIFIED: { at: 'console', fa: 'این کاربر هنوز احراز هویت نشده است.', en: "This user isn't verified yet." },
  CREDIT_REQUIRED: {
    at: 'console',
    fa: 'خط اعتباری حداقل یک دارایی را وارد کنید.',
    en: 'Enter a credit line for at least one asset.',
  },
  PROPOSAL_EXISTS: {
    at: 'console',
    fa: 'پیشنهادی برای همین کار در انتظار تأیید است.',
    en: 'A proposal for this is awaiting approval.',
  },
  TOO_MANY_PROPOSALS: {
    at: 'console',
    fa: 'به سقف پیشنهادها رسیده‌اید؛ پیشنهادهای باز شما باید تأیید، رد یا پس گرفته شوند. یک ساعت دیگر تلاش کنید.',
    en: "You've reached the limit of proposals. Have your open ones decided or withdraw them, and try again in an hour.",
  },
  PROPOSAL_NOT_FOUND: { at: 'console', fa: 'این پیشنهاد پیدا نشد.', en: "We couldn't find this proposal." },
  PROPOSAL_CLOSED: {
    at: 'console',
    fa: 'این پیشنهاد بسته شده یا مهلت ۲۴ ساعتهٔ آن گذشته است.',
    en: 'This proposal is closed, or its 24 hours have passed.',
  },
  FOUR_EYES_REQUIRED: {
    at: 'console',
    fa: 'دربارهٔ این پیشنهاد باید همکار دیگری تصمیم بگیرد.',
    en: 'Another operator must decide on this proposal.',
  },
  BAD_REQUEST: {
    at: 'login',
    fa: 'اطلاعات واردشده معتبر نیست؛ آن را بررسی کنید.',
    en: "This information isn't valid. Check it and try again.",
  },
  UNAUTHENTICATED: { at: 'settings', fa: 'برای ادامه وارد حساب خود شوید.', en: 'Log in to continue.' },
  FORBIDDEN: { at: 'settings', fa: 'این بخش برای حساب شما فعال نیست.', en: "Your account can't do this." },
  ORIGIN_REFUSED: {
    at: 'answer',
    fa: 'درخواست از این آدرس پذیرفته نمی‌شود.',
    en: "Requests from this origin aren't accepted.",
  },
  NOT_FOUND: { at: 'settings', fa: 'موردی پیدا نشد.', en: "We couldn't find this." },
  // The filters of a history let nobody send such days.
  DAY_SPAN_INVALID: { at: 'answer', fa: 'روز پایان پیش از روز شروع است.', en: 'The last day is before the first.' },
  PAGE_TOO_FAR: {
    at: 'answer',
    fa: 'صفحه‌ها فقط تا ۱۰٬۰۰۰ ردیف آخر می‌رسند؛ برای ردیف‌های قدیمی‌تر از «next» پاسخ قبلی ادامه دهید.',
    en: 'Pages reach the newest 10,000 rows. For older rows, continue from "next" of the last answer.',
  },
  PAYLOAD_TOO_LARGE: {
    at: 'account',
    fa: 'حجم ارسالی زیاد است؛ حجم آن را کم کنید.',
    en: 'This is too large. Send something smaller.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    at: 'answer',
    fa: 'این قالب پشتیبانی نمی‌شود؛ قالب دیگری بفرستید.',
    en: "This format isn't supported. Send another one.",
  },
  TOO_MANY_REQUESTS: {
    at: 'login',
    fa: 'درخواست‌ها زیاد است؛ کمی بعد دوباره تلاش کنید.',
    en: 'Too many requests. Try again in a moment.',
  },
  INTERNAL: { at: 'login', fa: 'خطایی رخ داد؛ دوباره تلاش کنید.', en: 'Something went wrong on our side. Try again.' },
  UNAVAILABLE: {
    at: 'login',
    fa: 'سرویس موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "Kimia isn't available right now. Try again in a few minutes.",
  },
  EXPIRY_INVALID: {
    at: 'settings',
    fa: 'زمان انقضا گذشته است؛ زمانی در آینده انتخاب کنید.',
    en: 'The expiry has passed. Choose a later time.',
  },
  COIN_NOT_FOUND: {
    at: 'console',
    fa: 'این دارایی پیدا نشد؛ دارایی دیگری انتخاب کنید.',
    en: "This asset doesn't exist. Choose another one.",
  },
  UNACCEPTABLE_AMOUNT: {
    at: 'console',
    fa: 'مقدار واردشده معتبر نیست؛ آن را بررسی کنید.',
    en: "This amount isn't valid. Check it.",
  },
} as const satisfies Record<string, Spoken>

import type { Spoken } from './spoken.ts'

/** The refusals of the second step, contacts, passkeys, keys of programs and invitations. */
export const SECURITY_SENTENCES = {
  EMAIL_REQUIRED: { at: 'settings', fa: 'ایمیل خود را وارد کنید.', en: 'Enter your email address.' },
  INVALID_EMAIL: {
    at: 'settings',
    fa: 'این ایمیل معتبر نیست؛ آن را بررسی کنید.',
    en: "This email isn't valid. Check it.",
  },
  EMAIL_TAKEN: {
    at: 'account',
    fa: 'این ایمیل برای حساب دیگری ثبت شده است؛ ایمیل دیگری وارد کنید.',
    en: 'This email belongs to another account. Use another one.',
  },
  OLD_PASSWORD_INCORRECT: { at: 'settings', fa: 'رمز عبور فعلی نادرست است.', en: 'Your current password is wrong.' },
  PASSWORD_UNCHANGED: {
    at: 'settings',
    fa: 'رمز عبور جدید با رمز فعلی یکی است؛ رمز دیگری انتخاب کنید.',
    en: 'The new password is the same as the current one. Choose another one.',
  },
  SESSION_NOT_FOUND: { at: 'settings', fa: 'این نشست قبلاً پایان یافته است.', en: 'This session has already ended.' },
  PHRASE_INVALID: {
    at: 'settings',
    fa: 'عبارت امنیتی باید ۳ تا ۳۰ کاراکتر باشد.',
    en: 'Use 3 to 30 characters for your security phrase.',
  },
  FREEZE_LINK_INVALID: {
    at: 'login',
    fa: 'این لینک استفاده شده یا زمان آن گذشته است؛ وارد شوید و از تنظیمات، حساب را مسدود کنید.',
    en: 'This link was used or has expired. Log in and freeze your account in settings.',
  },
  CONTACT_LOCKED: {
    at: 'account',
    fa: 'تا پایان احراز هویت، شمارهٔ موبایل تغییر نمی‌کند؛ پس از آن تلاش کنید.',
    en: "Your mobile number can't change until your identity verification is finished. Try again after that.",
  },
  OLD_CONTACT_MISMATCH: {
    at: 'account',
    fa: 'شماره یا ایمیل فعلی با حساب شما مطابقت ندارد؛ آن را بررسی کنید.',
    en: "This isn't the number or email your account has now. Check it.",
  },
  CONTACT_UNCHANGED: {
    at: 'account',
    fa: 'شماره یا ایمیل جدید با فعلی یکی است؛ شماره یا ایمیل دیگری وارد کنید.',
    en: 'The new number or email is the same as the current one. Enter another one.',
  },
  CONTACT_CHANGE_NOT_BEGUN: {
    at: 'account',
    fa: 'تغییری در جریان نیست یا زمان آن گذشته است؛ از اول شروع کنید.',
    en: "There's no change under way, or its time has run out. Start again.",
  },
  MOBILE_TAKEN: {
    at: 'account',
    fa: 'این شماره برای حساب دیگری ثبت شده است؛ شمارهٔ دیگری وارد کنید.',
    en: 'This number belongs to another account. Use another one.',
  },
  API_KEY_REFUSED: {
    at: 'answer',
    fa: 'کلید API یا امضا پذیرفته نشد؛ کلید، امضا، ساعت و آدرس IP برنامه را بررسی کنید.',
    en: "This API key or signature wasn't accepted. Check the key, the signature, your clock and your IP address.",
  },
  API_KEY_NOT_ALLOWED: {
    at: 'answer',
    fa: 'این کار با کلید API ممکن نیست؛ وارد حساب خود شوید.',
    en: "API keys can't do this. Log in instead.",
  },
  API_KEY_RIGHT_MISSING: {
    at: 'answer',
    fa: 'این کلید API مجوز این کار را ندارد؛ کلیدی با این مجوز بسازید.',
    en: "This API key doesn't have permission for this. Create one that does.",
  },
  PROGRAMS_PAUSED: {
    at: 'answer',
    fa: 'کلیدهای API تا پایان بررسی حساب‌ها موقتاً متوقف‌اند؛ بعداً تلاش کنید.',
    en: 'API keys are paused while we check our books. Try again later.',
  },
  API_KEY_ADDRESS_INVALID: {
    at: 'settings',
    fa: 'آدرس IP معتبر نیست؛ یک آدرس یا شبکهٔ دیگر وارد کنید.',
    en: "This IP address isn't valid. Enter an IPv4 or IPv6 address or network.",
  },
  API_KEY_ADDRESS_REQUIRED: {
    at: 'settings',
    fa: 'کلیدی که برداشت می‌کند حداقل یک آدرس IP لازم دارد؛ آن را وارد کنید.',
    en: 'A key that can withdraw needs at least one IP address. Enter it.',
  },
  API_KEYS_TOO_MANY: {
    at: 'settings',
    fa: 'حداکثر ۱۰ کلید API می‌توانید داشته باشید؛ یکی را حذف کنید.',
    en: 'You can have 10 API keys at most. Remove one first.',
  },
  REFERRAL_CODES_TOO_MANY: {
    at: 'settings',
    fa: 'حداکثر ۱۰ کد دعوت می‌توانید داشته باشید؛ یکی از کدهای خود را بفرستید.',
    en: 'You can have 10 referral codes at most. Share one of yours.',
  },
  API_KEY_NOT_FOUND: { at: 'settings', fa: 'این کلید API پیدا نشد.', en: "We couldn't find this API key." },
} as const satisfies Record<string, Spoken>

import type { Spoken } from './spoken.ts'

/** Copied from the specification and the glossary, so that the contract can be wrong. */
export const ACCOUNT_SENTENCES = {
  INVALID_MOBILE: {
    at: 'login',
    fa: 'شمارهٔ موبایل معتبر نیست؛ آن را بررسی کنید.',
    en: "This mobile number isn't valid. Check it.",
  },
  WEAK_PASSWORD: {
    at: 'login',
    fa: 'رمز عبور باید حداقل ۸ کاراکتر و شامل حرف بزرگ و کوچک انگلیسی و عدد باشد.',
    en: 'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.',
  },
  PASSWORD_TOO_COMMON: {
    at: 'login',
    fa: 'این رمز عبور رایج است و زود حدس زده می‌شود؛ رمز دیگری انتخاب کنید.',
    en: 'This password is too common and easy to guess. Choose another one.',
  },
  PASSWORD_HAS_NUMBER: {
    at: 'login',
    fa: 'شمارهٔ موبایل را در رمز عبور نیاورید؛ رمز دیگری انتخاب کنید.',
    en: "Don't use your mobile number in your password. Choose another one.",
  },
  TERMS_NOT_ACCEPTED: {
    at: 'login',
    fa: 'برای ثبت‌نام، قوانین و مقررات را بپذیرید.',
    en: 'Accept the terms to sign up.',
  },
  REFERRAL_CODE_UNKNOWN: {
    at: 'login',
    fa: 'کد دعوت پیدا نشد؛ آن را بررسی یا پاک کنید.',
    en: "We don't recognise this referral code. Check it or leave it empty.",
  },
  INCORRECT_CREDENTIALS: {
    at: 'login',
    fa: 'شمارهٔ موبایل یا رمز عبور نادرست است.',
    en: 'Wrong mobile number or password.',
  },
  LOGIN_NOT_ALLOWED: {
    at: 'login',
    fa: 'حساب شما مسدود است؛ با پشتیبانی تماس بگیرید.',
    en: 'Your account is blocked. Contact support.',
  },
  SIGN_IN_BUSY: {
    at: 'login',
    fa: 'ورود و ثبت‌نام الان شلوغ است؛ چند ثانیهٔ دیگر تلاش کنید.',
    en: 'Too many people are logging in right now. Try again in a few seconds.',
  },
  CAPTCHA_REQUIRED: {
    at: 'login',
    fa: 'برای ادامه، تأیید کنید که ربات نیستید.',
    en: "Confirm that you're not a robot to continue.",
  },
  CAPTCHA_REFUSED: {
    at: 'login',
    fa: 'تأیید نشد که ربات نیستید؛ دوباره تلاش کنید.',
    en: "We couldn't confirm that you're not a robot. Try again.",
  },
  MOBILE_ALREADY_REGISTERED: {
    at: 'login',
    fa: 'با این شماره قبلاً ثبت‌نام شده است؛ وارد شوید.',
    en: 'This number already has an account. Log in.',
  },
  INCORRECT_OTP: { at: 'login', fa: 'کد نادرست است؛ دوباره بررسی کنید.', en: 'Wrong code. Check it and try again.' },
  CODE_EXPIRED: {
    at: 'login',
    fa: 'زمان کد تمام شده است؛ کد جدید بگیرید.',
    en: 'This code has expired. Get a new one.',
  },
  TOO_MANY_TRIES: {
    at: 'login',
    fa: 'تعداد تلاش‌ها بیش از حد شد؛ کد جدید بگیرید.',
    en: 'Too many wrong tries. Get a new code.',
  },
  SMS_OTP_UNAVAILABLE: {
    at: 'login',
    fa: 'پیامک ارسال نشد؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "We couldn't text you a code. Try again in a few minutes.",
  },
  EMAIL_OTP_UNAVAILABLE: {
    at: 'login',
    fa: 'ایمیل ارسال نشد؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "We couldn't email you a code. Try again in a few minutes.",
  },
  ACCOUNT_NOT_AUTHORIZED: { at: 'account', fa: 'اول احراز هویت کنید.', en: 'Verify your identity first.' },
  PROOF_REQUIRED: {
    at: 'settings',
    fa: 'برای این کار، کد ورود دومرحله‌ای را وارد کنید.',
    en: 'Confirm this with your two-step verification code.',
  },
  DEVICE_TOO_NEW: {
    at: 'settings',
    fa: 'به‌تازگی با این دستگاه وارد شده‌اید؛ این کار تا ۲۴ ساعت پس از ورود فقط با گذرکلید یا برنامهٔ Authenticator که از قبل داشته‌اید ممکن است.',
    en: 'You logged in from a new device. For 24 hours, this needs a passkey or an authenticator you already had.',
  },
  PASSKEY_EXPIRED: {
    at: 'login',
    fa: 'زمان این درخواست تمام شد؛ دوباره از گذرکلید استفاده کنید.',
    en: 'This request has expired. Use your passkey again.',
  },
  PASSKEY_REFUSED: {
    at: 'login',
    fa: 'این گذرکلید پذیرفته نشد؛ با گذرکلید دیگری یا رمز عبور تلاش کنید.',
    en: "This passkey wasn't accepted. Try another one, or your password.",
  },
  PASSKEY_ALREADY_ADDED: {
    at: 'settings',
    fa: 'این گذرکلید قبلاً اضافه شده است؛ از دستگاه دیگری استفاده کنید.',
    en: 'This passkey is already added. Use another device.',
  },
  PASSKEYS_TOO_MANY: {
    at: 'settings',
    fa: 'گذرکلیدهای شما به حداکثر رسیده است؛ یکی را حذف کنید.',
    en: 'You have as many passkeys as we keep. Remove one first.',
  },
  NO_PASSKEYS: {
    at: 'settings',
    fa: 'هنوز گذرکلیدی ندارید؛ با کد تأیید کنید.',
    en: "You don't have a passkey yet. Confirm with a code.",
  },
  SIGN_ON_EXPIRED: {
    at: 'login',
    fa: 'زمان ورود با گوگل تمام شد؛ دوباره وارد شوید.',
    en: 'Your login with Google has expired. Start again.',
  },
  SIGN_ON_EMAIL_TAKEN: {
    at: 'login',
    fa: 'با این ایمیل قبلاً حساب ساخته شده است؛ با شمارهٔ موبایل وارد شوید و گوگل را در تنظیمات وصل کنید.',
    en: 'This email already has an account. Log in with your mobile number, then link Google in settings.',
  },
  SIGN_ON_UNAVAILABLE: {
    at: 'settings',
    fa: 'ورود با گوگل موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "Logging in with Google isn't available right now. Try again in a few minutes.",
  },
  SIGN_ON_LINKED: {
    at: 'settings',
    fa: 'یک حساب گوگل وصل است؛ اول آن را جدا کنید.',
    en: 'A Google account is already linked. Unlink it first.',
  },
  SIGN_ON_LAST_WAY: {
    at: 'settings',
    fa: 'حساب شما رمز عبور ندارد؛ اول در تنظیمات یکی بسازید.',
    en: 'Your account has no password. Set one in settings first.',
  },
  ALREADY_AUTHORIZED: {
    at: 'account',
    fa: 'احراز هویت شما قبلاً انجام شده است.',
    en: 'Your identity is already verified.',
  },
  ACCOUNT_INCOMPLETE: {
    at: 'account',
    fa: 'اطلاعات حساب کامل نیست؛ آن را کامل کنید.',
    en: "Your details aren't complete. Complete them first.",
  },
  IMAGE_INVALID: {
    at: 'account',
    fa: 'تصویر باز نشد؛ PNG یا JPG دیگری انتخاب کنید.',
    en: "We couldn't read this photo. Choose another PNG or JPG.",
  },
  BANK_ACCOUNT_INVALID: {
    at: 'account',
    fa: 'شمارهٔ کارت یا شبا معتبر نیست؛ رقم‌ها را بررسی کنید.',
    en: "The card or Sheba number isn't valid. Check the digits.",
  },
  BANK_ACCOUNT_TAKEN: {
    at: 'account',
    fa: 'این کارت یا شبا برای کاربر دیگری ثبت شده است؛ کارت و شبای خودتان را وارد کنید.',
    en: 'This card or Sheba belongs to another user. Use your own.',
  },
  NATIONAL_CODE_TAKEN: {
    at: 'account',
    fa: 'این کد ملی قبلاً ثبت شده است؛ با حساب قبلی وارد شوید.',
    en: 'This national ID number already has an account. Log in to that one.',
  },
  MOBILE_NATIONAL_CODE_MISMATCH: {
    at: 'account',
    fa: 'این شماره به نام شما نیست؛ با خط خودتان ثبت‌نام کنید.',
    en: "This number isn't in your name. Use your own.",
  },
  BANK_ACCOUNT_MISMATCH: {
    at: 'account',
    fa: 'کارت یا شبا به نام شما نیست؛ کارت و شبای خودتان را وارد کنید.',
    en: "The card or Sheba isn't in your name. Use your own.",
  },
  IDENTITY_SERVICE_UNAVAILABLE: {
    at: 'account',
    fa: 'استعلام هویت موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "Identity verification isn't available right now. Try again in a few minutes.",
  },
} as const satisfies Record<string, Spoken>

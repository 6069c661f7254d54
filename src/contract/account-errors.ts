export interface RefusalText {
  status: number
  fa: string
  en: string
}

/** The refusals around sign-up, login, identity and bank accounts. `errors.ts` holds the rest, and says how to read them. */
export const ACCOUNT_REFUSALS = {
  INVALID_MOBILE: {
    status: 400,
    fa: 'شمارهٔ موبایل معتبر نیست؛ آن را بررسی کنید.',
    en: "This mobile number isn't valid. Check it.",
  },
  WEAK_PASSWORD: {
    status: 400,
    fa: 'رمز عبور باید حداقل ۸ کاراکتر و شامل حرف بزرگ و کوچک انگلیسی و عدد باشد.',
    en: 'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.',
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    fa: 'این رمز عبور رایج است و زود حدس زده می‌شود؛ رمز دیگری انتخاب کنید.',
    en: 'This password is too common and easy to guess. Choose another one.',
  },
  PASSWORD_UNCHANGED: {
    status: 400,
    fa: 'رمز عبور جدید با رمز فعلی یکی است؛ رمز دیگری انتخاب کنید.',
    en: 'The new password is the same as the current one. Choose another one.',
  },
  PASSWORD_HAS_NUMBER: {
    status: 400,
    fa: 'شمارهٔ موبایل را در رمز عبور نیاورید؛ رمز دیگری انتخاب کنید.',
    en: "Don't use your mobile number in your password. Choose another one.",
  },
  TERMS_NOT_ACCEPTED: {
    status: 400,
    fa: 'برای ثبت‌نام، قوانین و مقررات را بپذیرید.',
    en: 'Accept the terms to sign up.',
  },
  REFERRAL_CODE_UNKNOWN: {
    status: 400,
    fa: 'کد دعوت پیدا نشد؛ آن را بررسی یا پاک کنید.',
    en: "We don't recognise this referral code. Check it or leave it empty.",
  },
  INCORRECT_CREDENTIALS: {
    status: 401,
    fa: 'شمارهٔ موبایل یا رمز عبور نادرست است.',
    en: 'Wrong mobile number or password.',
  },
  LOGIN_NOT_ALLOWED: {
    status: 403,
    fa: 'حساب شما مسدود است؛ با پشتیبانی تماس بگیرید.',
    en: 'Your account is blocked. Contact support.',
  },
  SIGN_IN_BUSY: {
    status: 503,
    fa: 'ورود و ثبت‌نام الان شلوغ است؛ چند ثانیهٔ دیگر تلاش کنید.',
    en: 'Too many people are logging in right now. Try again in a few seconds.',
  },
  CAPTCHA_REQUIRED: {
    status: 403,
    fa: 'برای ادامه، تأیید کنید که ربات نیستید.',
    en: "Confirm that you're not a robot to continue.",
  },
  CAPTCHA_REFUSED: {
    status: 403,
    fa: 'تأیید نشد که ربات نیستید؛ دوباره تلاش کنید.',
    en: "We couldn't confirm that you're not a robot. Try again.",
  },
  MOBILE_ALREADY_REGISTERED: {
    status: 409,
    fa: 'با این شماره قبلاً ثبت‌نام شده است؛ وارد شوید.',
    en: 'This number already has an account. Log in.',
  },
  INCORRECT_OTP: { status: 400, fa: 'کد نادرست است؛ دوباره بررسی کنید.', en: 'Wrong code. Check it and try again.' },
  CODE_EXPIRED: {
    status: 400,
    fa: 'زمان کد تمام شده است؛ کد جدید بگیرید.',
    en: 'This code has expired. Get a new one.',
  },
  TOO_MANY_TRIES: {
    status: 429,
    fa: 'تعداد تلاش‌ها بیش از حد شد؛ کد جدید بگیرید.',
    en: 'Too many wrong tries. Get a new code.',
  },
  SMS_OTP_UNAVAILABLE: {
    status: 503,
    fa: 'پیامک ارسال نشد؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "We couldn't text you a code. Try again in a few minutes.",
  },

  EMAIL_OTP_UNAVAILABLE: {
    status: 503,
    fa: 'ایمیل ارسال نشد؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "We couldn't email you a code. Try again in a few minutes.",
  },

  ACCOUNT_NOT_AUTHORIZED: {
    status: 403,
    fa: 'اول احراز هویت کنید.',
    en: 'Verify your identity first.',
  },
  PROOF_REQUIRED: {
    status: 403,
    fa: 'برای این کار، کد ورود دومرحله‌ای را وارد کنید.',
    en: 'Confirm this with your two-step verification code.',
  },
  DEVICE_TOO_NEW: {
    status: 403,
    fa: 'به‌تازگی با این دستگاه وارد شده‌اید؛ این کار تا ۲۴ ساعت پس از ورود فقط با گذرکلید یا برنامهٔ Authenticator که از قبل داشته‌اید ممکن است.',
    en: 'You logged in from a new device. For 24 hours, this needs a passkey or an authenticator you already had.',
  },
  PASSKEY_EXPIRED: {
    status: 400,
    fa: 'زمان این درخواست تمام شد؛ دوباره از گذرکلید استفاده کنید.',
    en: 'This request has expired. Use your passkey again.',
  },
  PASSKEY_REFUSED: {
    status: 400,
    fa: 'این گذرکلید پذیرفته نشد؛ با گذرکلید دیگری یا رمز عبور تلاش کنید.',
    en: "This passkey wasn't accepted. Try another one, or your password.",
  },
  PASSKEY_ALREADY_ADDED: {
    status: 409,
    fa: 'این گذرکلید قبلاً اضافه شده است؛ از دستگاه دیگری استفاده کنید.',
    en: 'This passkey is already added. Use another device.',
  },
  PASSKEYS_TOO_MANY: {
    status: 409,
    fa: 'گذرکلیدهای شما به حداکثر رسیده است؛ یکی را حذف کنید.',
    en: 'You have as many passkeys as we keep. Remove one first.',
  },
  NO_PASSKEYS: {
    status: 409,
    fa: 'هنوز گذرکلیدی ندارید؛ با کد تأیید کنید.',
    en: "You don't have a passkey yet. Confirm with a code.",
  },
  SIGN_ON_EXPIRED: {
    status: 400,
    fa: 'زمان ورود با گوگل تمام شد؛ دوباره وارد شوید.',
    en: 'Your login with Google has expired. Start again.',
  },
  SIGN_ON_EMAIL_TAKEN: {
    status: 409,
    fa: 'با این ایمیل قبلاً حساب ساخته شده است؛ با شمارهٔ موبایل وارد شوید و گوگل را در تنظیمات وصل کنید.',
    en: 'This email already has an account. Log in with your mobile number, then link Google in settings.',
  },
  SIGN_ON_UNAVAILABLE: {
    status: 503,
    fa: 'ورود با گوگل موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "Logging in with Google isn't available right now. Try again in a few minutes.",
  },
  SIGN_ON_LINKED: {
    status: 409,
    fa: 'یک حساب گوگل وصل است؛ اول آن را جدا کنید.',
    en: 'A Google account is already linked. Unlink it first.',
  },
  SIGN_ON_LAST_WAY: {
    status: 409,
    fa: 'حساب شما رمز عبور ندارد؛ اول در تنظیمات یکی بسازید.',
    en: 'Your account has no password. Set one in settings first.',
  },
  ALREADY_AUTHORIZED: {
    status: 409,
    fa: 'احراز هویت شما قبلاً انجام شده است.',
    en: 'Your identity is already verified.',
  },
  ACCOUNT_INCOMPLETE: {
    status: 409,
    fa: 'اطلاعات حساب کامل نیست؛ آن را کامل کنید.',
    en: "Your details aren't complete. Complete them first.",
  },
  IMAGE_INVALID: {
    status: 400,
    fa: 'تصویر باز نشد؛ PNG یا JPG دیگری انتخاب کنید.',
    en: "We couldn't read this photo. Choose another PNG or JPG.",
  },
  BANK_ACCOUNT_INVALID: {
    status: 400,
    fa: 'شمارهٔ کارت یا شبا معتبر نیست؛ رقم‌ها را بررسی کنید.',
    en: "The card or Sheba number isn't valid. Check the digits.",
  },
  BANK_ACCOUNT_TAKEN: {
    status: 409,
    fa: 'این کارت یا شبا برای کاربر دیگری ثبت شده است؛ کارت و شبای خودتان را وارد کنید.',
    en: 'This card or Sheba belongs to another user. Use your own.',
  },
  NATIONAL_CODE_TAKEN: {
    status: 409,
    fa: 'این کد ملی قبلاً ثبت شده است؛ با حساب قبلی وارد شوید.',
    en: 'This national ID number already has an account. Log in to that one.',
  },
  MOBILE_NATIONAL_CODE_MISMATCH: {
    status: 409,
    fa: 'این شماره به نام شما نیست؛ با خط خودتان ثبت‌نام کنید.',
    en: "This number isn't in your name. Use your own.",
  },
  BANK_ACCOUNT_MISMATCH: {
    status: 409,
    fa: 'کارت یا شبا به نام شما نیست؛ کارت و شبای خودتان را وارد کنید.',
    en: "The card or Sheba isn't in your name. Use your own.",
  },
  IDENTITY_SERVICE_UNAVAILABLE: {
    status: 503,
    fa: 'استعلام هویت موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "Identity verification isn't available right now. Try again in a few minutes.",
  },
} satisfies Record<string, RefusalText>

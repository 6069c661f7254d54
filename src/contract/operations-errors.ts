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
    fa: 'شماره یا کد نادرست است یا مهلت راه‌اندازی گذشته است؛ هر دو را بررسی کنید یا از نو شروع کنید.',
    en: 'Wrong number or code, or the set-up time has passed. Check both or start again.',
  },
  NUMBER_HAS_ACCOUNT: {
    status: 409,
    fa: 'با این شماره قبلاً ثبت‌نام شده است؛ برای همکار شمارهٔ دیگری وارد کنید.',
    en: 'This number already has an account. Enter another one for the operator.',
  },
  OPERATOR_RIGHT_MISSING: {
    status: 403,
    fa: 'نقش شما این کار را مجاز نمی‌کند؛ از مدیر میز عملیات بخواهید.',
    en: "Your role doesn't allow this. Ask an admin of operations.",
  },
  WITHDRAWAL_NOT_WAITING: {
    status: 409,
    fa: 'این برداشت دیگر در انتظار بررسی نیست؛ صفحه را دوباره باز کنید.',
    en: "This withdrawal isn't waiting for review any more. Open the page again.",
  },
  /** Not 429, after which reads wait silently. */
  LOOKS_USED_UP: {
    status: 403,
    fa: 'به سقف مشاهدهٔ کاربران رسیده‌اید؛ مدیران باخبر شدند.',
    en: "You've reached the limit of users you can view. The admins were notified.",
  },
  REPORT_SPAN_INVALID: {
    status: 400,
    fa: 'بازهٔ تاریخ باید از ۱ تا ۹۲ روز باشد.',
    en: 'Choose a span of 1 to 92 days.',
  },
  EXCEL_NOT_GENERATED: {
    status: 500,
    fa: 'فایل خروجی ساخته نشد؛ دوباره تلاش کنید.',
    en: "We couldn't make the file. Try again.",
  },
  SETTING_INVALID: {
    status: 400,
    fa: 'این مقدار پذیرفته نمی‌شود؛ کادرها را بررسی کنید.',
    en: "This value isn't accepted. Check the fields.",
  },
  SETTING_CHANGED: {
    status: 409,
    fa: 'این تنظیم پس از باز شدن فرم تغییر کرده است؛ صفحه را به‌روز کنید و دوباره بررسی کنید.',
    en: 'This setting has changed since you opened it. Refresh the page and check again.',
  },
  COIN_EXISTS: {
    status: 409,
    fa: 'رمزارزی با این شناسه یا نماد وجود دارد.',
    en: 'This symbol or ticker is taken.',
  },
  PRICE_SOURCE_UNKNOWN: {
    status: 400,
    fa: 'منبع قیمت این شناسه را نمی‌شناسد؛ شناسهٔ آن را در سایت CoinGecko بررسی کنید.',
    en: "The price source doesn't know this ID. Check it on CoinGecko's site.",
  },
  PRICE_SOURCE_UNAVAILABLE: {
    status: 503,
    fa: 'منبع قیمت پاسخ نداد؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "The price source didn't answer. Try again in a few minutes.",
  },
  MARKET_EXISTS: { status: 409, fa: 'این بازار وجود دارد.', en: 'This market exists already.' },
  BROADCAST_HAS_ADDRESS: {
    status: 400,
    fa: 'آدرس سایت در پیام همگانی نمی‌آید؛ آن را بردارید و پس از هر نقطه فاصله بگذارید.',
    en: "A message to many can't hold a site's address. Remove it, and put a space after each full stop.",
  },
  BROADCAST_TO_NOBODY: {
    status: 409,
    fa: 'کاربری با این شرط‌ها نیست؛ گیرنده‌ها را تغییر دهید.',
    en: 'No user fits. Change the receivers.',
  },
  BROADCAST_SENT_BEFORE: {
    status: 409,
    fa: 'این پیام پیش از تغییر شما فرستاده شد؛ برای پیام جدید، فرم را از نو باز کنید.',
    en: 'This message was sent before you changed it. Open the form again to write another.',
  },
  TWO_ADMINS_NEEDED: {
    status: 409,
    fa: 'حداقل دو همکار باید نقش مدیر داشته باشند.',
    en: 'At least two operators must have the role of admin.',
  },
  USER_NOT_FOUND: { status: 404, fa: 'این کاربر پیدا نشد.', en: "We couldn't find this user." },
  PAYOUT_NOT_FOUND: {
    status: 404,
    fa: 'این واریز یا دستهٔ واریز پیدا نشد.',
    en: "We couldn't find this payout or batch.",
  },
  PAYOUT_WAY_CLOSED: {
    status: 409,
    fa: 'درگاه تسویه تنظیم نشده است؛ فایل بانک را انتخاب کنید.',
    en: "No payout gateway is set up. Choose the bank's file.",
  },
  PAYOUT_HAS_NO_FILE: {
    status: 409,
    fa: 'این دسته هنوز برای ارسال با فایل بانک تأیید نشده است.',
    en: "This batch hasn't been sent by the bank's file.",
  },
  STATEMENT_UNREADABLE: {
    status: 400,
    fa: 'این فایل خوانده نشد؛ CSV با ستون‌های تاریخ، مبلغ به ریال، شمارهٔ پیگیری، شناسه و شرح بفرستید، حداکثر ۵۰۰۰ ردیف.',
    en: "We couldn't read this file. Send a CSV with date, amount in Rial, reference, identifier and description, up to 5,000 rows.",
  },
  COLD_PAYMENT_NOT_FOUND: {
    status: 409,
    fa: 'این تراکنش هنوز در هیچ بلاکی نیست، یا از کیف پول سرد فرستاده نشده است.',
    en: "This transaction isn't in a block yet, or wasn't sent from cold storage.",
  },
  COLD_PAYMENT_DIFFERS: {
    status: 409,
    fa: 'مبلغ یا گیرندهٔ این تراکنش با این پرداخت یکی نیست.',
    en: "The transaction's amount or receiver isn't that of this payment.",
  },
  COLD_REFUSED: {
    status: 409,
    fa: 'خزانه این پرداخت را از کیف پول سرد آماده نکرد.',
    en: "Custody didn't prepare this payment from cold storage.",
  },
  CUSTODY_UNAVAILABLE: {
    status: 503,
    fa: 'خزانه پاسخ نداد و مشخص نیست این کار انجام شد یا نه؛ وضعیت آن را بررسی کنید و دوباره تلاش کنید.',
    en: "Custody didn't answer, and it isn't clear whether it acted. Check its state and try again.",
  },
  APPROVAL_INVALID: {
    status: 400,
    fa: 'یکی از امضاها برای این توقف معتبر نیست یا امضاکننده در سیاست خزانه نیست؛ متن همین صفحه را دوباره امضا کنید.',
    en: "A signature isn't valid for this stop, or custody's policy doesn't name its signer. Sign the text on this page again.",
  },
  APPROVALS_NEEDED: {
    status: 409,
    fa: 'سیاست خزانه امضای دو همکار را لازم دارد؛ هر دو امضا را وارد کنید.',
    en: "Custody's policy needs the signatures of two operators. Enter both.",
  },
  NOTHING_TO_CHANGE: {
    status: 409,
    fa: 'این کار قبلاً انجام شده است؛ صفحه را به‌روز کنید.',
    en: 'This is already done. Refresh the page.',
  },
  SUPERVISOR_BY_PROPOSAL: {
    status: 409,
    fa: 'سطح تأمین‌کنندهٔ نقدینگی را نمی‌توان اینجا تغییر داد.',
    en: "A liquidity provider's level can't be changed here.",
  },
  USER_NOT_VERIFIED: {
    status: 409,
    fa: 'این کاربر هنوز احراز هویت نشده است.',
    en: "This user isn't verified yet.",
  },
  OWNER_CHECK_REQUIRED: {
    status: 400,
    fa: 'این حساب را خود کاربر مسدود کرده است؛ بنویسید هویت او را چطور بررسی کردید.',
    en: 'The user froze this account. Say how you made sure it is the user who asks.',
  },
  CREDIT_REQUIRED: {
    status: 400,
    fa: 'خط اعتباری حداقل یک دارایی را وارد کنید.',
    en: 'Enter a credit line for at least one asset.',
  },
  PROCESS_GONE: {
    status: 409,
    fa: 'این فرایند دیگر در حال اجرا نیست؛ فهرست را به‌روز کنید.',
    en: 'This process no longer runs. Refresh the list.',
  },
  LAST_PROCESS: {
    status: 409,
    fa: 'هیچ فرایند api دیگری پاسخگو نیست؛ اول فرایند دیگری را راه بیندازید یا برگردانید.',
    en: 'No other api process is in rotation. Start or take back another one first.',
  },
  PROPOSAL_EXISTS: {
    status: 409,
    fa: 'پیشنهادی برای همین کار در انتظار تأیید است.',
    en: 'A proposal for this is awaiting approval.',
  },
  /** Not 429: an operator with many open proposals is not helped by waiting an hour. */
  TOO_MANY_PROPOSALS: {
    status: 409,
    fa: 'به سقف پیشنهادها رسیده‌اید؛ پیشنهادهای باز شما باید تأیید، رد یا پس گرفته شوند. یک ساعت دیگر تلاش کنید.',
    en: "You've reached the limit of proposals. Have your open ones decided or withdraw them, and try again in an hour.",
  },
  PROPOSAL_NOT_FOUND: { status: 404, fa: 'این پیشنهاد پیدا نشد.', en: "We couldn't find this proposal." },
  PROPOSAL_CLOSED: {
    status: 409,
    fa: 'این پیشنهاد بسته شده یا مهلت ۲۴ ساعتهٔ آن گذشته است.',
    en: 'This proposal is closed, or its 24 hours have passed.',
  },
  FOUR_EYES_REQUIRED: {
    status: 403,
    fa: 'دربارهٔ این پیشنهاد باید همکار دیگری تصمیم بگیرد.',
    en: 'Another operator must decide on this proposal.',
  },
} satisfies Record<string, RefusalText>

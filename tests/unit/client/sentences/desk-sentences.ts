import type { Spoken } from './spoken.ts'

/** The refusals of what operators of different roles do, in the product's words. */
export const DESK_SENTENCES = {
  OPERATOR_RIGHT_MISSING: {
    at: 'desk',
    fa: 'نقش شما این کار را مجاز نمی‌کند؛ از مدیر میز عملیات بخواهید.',
    en: "Your role doesn't allow this. Ask an admin of operations.",
  },
  OPERATOR_NOT_FOUND: {
    at: 'desk',
    fa: 'این همکار پیدا نشد؛ همکار دیگری انتخاب کنید.',
    en: "We couldn't find this operator. Choose another one.",
  },
  PROCESS_GONE: {
    at: 'desk',
    fa: 'این فرایند دیگر در حال اجرا نیست؛ فهرست را به‌روز کنید.',
    en: 'This process no longer runs. Refresh the list.',
  },
  LAST_PROCESS: {
    at: 'desk',
    fa: 'هیچ فرایند api دیگری پاسخگو نیست؛ اول فرایند دیگری را راه بیندازید یا برگردانید.',
    en: 'No other api process is in rotation. Start or take back another one first.',
  },
  CUSTODY_UNAVAILABLE: {
    at: 'desk',
    fa: 'خزانه پاسخ نداد و مشخص نیست این کار انجام شد یا نه؛ وضعیت آن را بررسی کنید و دوباره تلاش کنید.',
    en: "Custody didn't answer, and it isn't clear whether it acted. Check its state and try again.",
  },
  APPROVAL_INVALID: {
    at: 'desk',
    fa: 'یکی از امضاها برای این توقف معتبر نیست یا امضاکننده در سیاست خزانه نیست؛ متن همین صفحه را دوباره امضا کنید.',
    en: "A signature isn't valid for this stop, or custody's policy doesn't name its signer. Sign the text on this page again.",
  },
  APPROVALS_NEEDED: {
    at: 'desk',
    fa: 'سیاست خزانه امضای دو همکار را لازم دارد؛ هر دو امضا را وارد کنید.',
    en: "Custody's policy needs the signatures of two operators. Enter both.",
  },
  COLD_PAYMENT_NOT_FOUND: {
    at: 'desk',
    fa: 'این تراکنش هنوز در هیچ بلاکی نیست، یا از کیف پول سرد فرستاده نشده است.',
    en: "This transaction isn't in a block yet, or wasn't sent from cold storage.",
  },
  COLD_PAYMENT_DIFFERS: {
    at: 'desk',
    fa: 'مبلغ یا گیرندهٔ این تراکنش با این پرداخت یکی نیست.',
    en: "The transaction's amount or receiver isn't that of this payment.",
  },
  COLD_REFUSED: {
    at: 'desk',
    fa: 'خزانه این پرداخت را از کیف پول سرد آماده نکرد.',
    en: "Custody didn't prepare this payment from cold storage.",
  },
  REPORT_SPAN_INVALID: {
    at: 'desk',
    fa: 'بازهٔ تاریخ باید از ۱ تا ۹۲ روز باشد.',
    en: 'Choose a span of 1 to 92 days.',
  },
  EXCEL_NOT_GENERATED: {
    at: 'desk',
    fa: 'فایل خروجی ساخته نشد؛ دوباره تلاش کنید.',
    en: "We couldn't make the file. Try again.",
  },
  SETTING_INVALID: {
    at: 'desk',
    fa: 'این مقدار پذیرفته نمی‌شود؛ کادرها را بررسی کنید.',
    en: "This value isn't accepted. Check the fields.",
  },
  SETTING_CHANGED: {
    at: 'desk',
    fa: 'این تنظیم پس از باز شدن فرم تغییر کرده است؛ صفحه را به‌روز کنید و دوباره بررسی کنید.',
    en: 'This setting has changed since you opened it. Refresh the page and check again.',
  },
  CONTENT_NOT_FOUND: {
    at: 'console',
    fa: 'این متن پیدا نشد.',
    en: "We couldn't find this text.",
  },
  CONTENT_CHANGED: {
    at: 'console',
    fa: 'همکار دیگری این متن را تغییر داده است؛ متن شما همین‌جا محفوظ است. نسخهٔ جدید را ببینید و دوباره ذخیره کنید.',
    en: 'Another operator has changed this text. Yours is still here: compare it with the new version, then save again.',
  },
  OWNER_CHECK_REQUIRED: {
    at: 'console',
    fa: 'این حساب را خود کاربر مسدود کرده است؛ بنویسید هویت او را چطور بررسی کردید.',
    en: 'The user froze this account. Say how you made sure it is the user who asks.',
  },
  COIN_EXISTS: {
    at: 'desk',
    fa: 'رمزارزی با این شناسه یا نماد وجود دارد.',
    en: 'This symbol or ticker is taken.',
  },
  PRICE_SOURCE_UNKNOWN: {
    at: 'desk',
    fa: 'منبع قیمت این شناسه را نمی‌شناسد؛ شناسهٔ آن را در سایت CoinGecko بررسی کنید.',
    en: "The price source doesn't know this ID. Check it on CoinGecko's site.",
  },
  PRICE_SOURCE_UNAVAILABLE: {
    at: 'desk',
    fa: 'منبع قیمت پاسخ نداد؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "The price source didn't answer. Try again in a few minutes.",
  },
  MARKET_EXISTS: { at: 'desk', fa: 'این بازار وجود دارد.', en: 'This market exists already.' },
  BROADCAST_SENT_BEFORE: {
    at: 'desk',
    fa: 'این پیام پیش از تغییر شما فرستاده شد؛ برای پیام جدید، فرم را از نو باز کنید.',
    en: 'This message was sent before you changed it. Open the form again to write another.',
  },
  BROADCAST_HAS_ADDRESS: {
    at: 'desk',
    fa: 'آدرس سایت در پیام همگانی نمی‌آید؛ آن را بردارید و پس از هر نقطه فاصله بگذارید.',
    en: "A message to many can't hold a site's address. Remove it, and put a space after each full stop.",
  },
  BROADCAST_TO_NOBODY: {
    at: 'desk',
    fa: 'کاربری با این شرط‌ها نیست؛ گیرنده‌ها را تغییر دهید.',
    en: 'No user fits. Change the receivers.',
  },
  MARKET_NOT_FOUND: {
    at: 'desk',
    fa: 'چنین بازاری وجود ندارد؛ بازار دیگری انتخاب کنید.',
    en: "This market doesn't exist. Choose another one.",
  },
  TWO_ADMINS_NEEDED: {
    at: 'desk',
    fa: 'حداقل دو همکار باید نقش مدیر داشته باشند.',
    en: 'At least two operators must have the role of admin.',
  },
  WITHDRAWAL_NOT_WAITING: {
    at: 'desk',
    fa: 'این برداشت دیگر در انتظار بررسی نیست؛ صفحه را دوباره باز کنید.',
    en: "This withdrawal isn't waiting for review any more. Open the page again.",
  },
  DELIVERY_NOT_WAITING: {
    at: 'desk',
    fa: 'وضعیت این درخواست تغییر کرده است؛ فهرست را دوباره ببینید.',
    en: 'This delivery has changed. Look at the list again.',
  },
  DELIVERY_TRACKING_REQUIRED: {
    at: 'desk',
    fa: 'کد رهگیری پیک را وارد کنید.',
    en: "Enter the courier's tracking number.",
  },
  DELIVERY_CODE_WRONG: {
    at: 'desk',
    fa: 'کد تحویل معتبر نیست؛ کد روی صفحهٔ کاربر را دوباره بپرسید.',
    en: "This hand-over code is wrong. Ask again for the code on the user's screen.",
  },
  DELIVERY_LOCKED: {
    at: 'desk',
    fa: 'کد تحویل پنج بار اشتباه وارد شد؛ دو اپراتور باید تحویل را دوباره باز کنند.',
    en: 'The hand-over code was wrong five times. Two operators have to open the hand-over again.',
  },
  DELIVERY_ACCOUNT_FROZEN: {
    at: 'desk',
    fa: 'حساب این کاربر مسدود است؛ چیزی تحویل ندهید.',
    en: "This user's account is frozen. Don't hand anything over.",
  },
  PAYOUT_NOT_FOUND: {
    at: 'desk',
    fa: 'این واریز یا دستهٔ واریز پیدا نشد.',
    en: "We couldn't find this payout or batch.",
  },
  PAYOUT_WAY_CLOSED: {
    at: 'desk',
    fa: 'درگاه تسویه تنظیم نشده است؛ فایل بانک را انتخاب کنید.',
    en: "No payout gateway is set up. Choose the bank's file.",
  },
  PAYOUT_HAS_NO_FILE: {
    at: 'desk',
    fa: 'این دسته هنوز برای ارسال با فایل بانک تأیید نشده است.',
    en: "This batch hasn't been sent by the bank's file.",
  },
  STATEMENT_UNREADABLE: {
    at: 'desk',
    fa: 'این فایل خوانده نشد؛ CSV با ستون‌های تاریخ، مبلغ به ریال، شمارهٔ پیگیری، شناسه و شرح بفرستید، حداکثر ۵۰۰۰ ردیف.',
    en: "We couldn't read this file. Send a CSV with date, amount in Rial, reference, identifier and description, up to 5,000 rows.",
  },
} as const satisfies Record<string, Spoken>

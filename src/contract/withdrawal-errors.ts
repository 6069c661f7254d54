import type { WithdrawalRefusal } from '#domain/withdrawal.ts'
import type { RefusalText } from './account-errors.ts'

/** The refusals of withdrawals. `errors.ts` holds the rest, and says how to read them. */
export const WITHDRAWAL_REFUSALS = {
  NOT_ENOUGH_BALANCE_TOMAN: {
    status: 409,
    fa: 'مبلغ از موجودی شما بیشتر است؛ مبلغ کمتری وارد کنید.',
    en: 'This is more than your balance. Enter less.',
  },
  ADDRESS_NOT_FOUND: {
    status: 404,
    fa: 'این مقصد بین حساب‌های بانکی تأییدشدهٔ شما نیست؛ یکی از آن‌ها را انتخاب کنید.',
    en: "This isn't one of your verified bank accounts. Choose one of them.",
  },
  /** The address is one of the exchange's own, where nobody would be credited. */
  CONFLICT: {
    status: 409,
    fa: 'این آدرسِ واریز خود شما یا متعلق به کیمیاست و برداشت به آن ممکن نیست؛ آدرس دیگری وارد کنید.',
    en: 'This is your own deposit address or belongs to Kimia, so nothing can be withdrawn to it. Enter another address.',
  },
  /** Of transfers, where a number without a verified user is answered like a number of nobody. */
  MOBILE_NUMBER_NOT_FOUND: {
    status: 404,
    fa: 'کاربر تأییدشده‌ای با این شمارهٔ موبایل نیست؛ شماره را بررسی کنید.',
    en: 'No verified user has this mobile number. Check the number.',
  },
  OWN_MOBILE_NUMBER: {
    status: 409,
    fa: 'این شمارهٔ موبایل خود شماست؛ شمارهٔ گیرنده را وارد کنید.',
    en: "This mobile number is your own. Enter the recipient's.",
  },
  AMOUNT_NOT_ALLOWED: {
    status: 400,
    fa: 'این مقدار قابل انتقال نیست؛ مقداری بزرگ‌تر از صفر با رقم‌های اعشار مجاز وارد کنید.',
    en: "This amount can't be transferred. Enter one above zero, with no more decimals than the asset has.",
  },
  LOW_AMOUNT: {
    status: 400,
    fa: 'کمترین ارزش هر انتقال ۱۰٬۰۰۰ تومان است؛ مقدار بیشتری وارد کنید.',
    en: 'The least value of a transfer is 10,000 Toman. Enter more.',
  },
  ADDRESS_NOT_SAVED: {
    status: 409,
    fa: 'برداشت شما فقط به آدرس‌های ذخیره‌شده ممکن است و این آدرس بین آن‌ها نیست؛ یکی از آن‌ها را انتخاب کنید.',
    en: "You only withdraw to your saved addresses, and this isn't one of them. Choose one of them.",
  },
  ADDRESS_ALREADY_SAVED: {
    status: 409,
    fa: 'این آدرس قبلاً روی همین شبکه ذخیره شده است.',
    en: 'You have already saved this address on this network.',
  },
  SAVED_ADDRESSES_TOO_MANY: {
    status: 409,
    fa: 'آدرس‌های ذخیره‌شدهٔ شما به حداکثر رسیده است؛ یکی را حذف کنید.',
    en: 'You have as many saved addresses as we keep. Remove one first.',
  },
  SAVED_ADDRESS_NOT_FOUND: {
    status: 404,
    fa: 'این آدرس بین آدرس‌های ذخیره‌شدهٔ شما نیست.',
    en: "This isn't one of your saved addresses.",
  },
  DESTINATION_TOO_NEW: {
    status: 409,
    fa: 'این مقصد جدید است و ۲۴ ساعت پس از افزودن باز می‌شود؛ مقصد دیگری انتخاب کنید.',
    en: 'This destination is new and opens 24 hours after it was added. Choose another one.',
  },
  WITHDRAWALS_STOPPED: {
    status: 503,
    fa: 'برداشت برای همه موقتاً بسته است؛ موجودی شما محفوظ است. کمی بعد دوباره تلاش کنید.',
    en: 'Withdrawals are paused for everyone. Your balance is safe. Try again later.',
  },
  WITHDRAWAL_HOUR_LIMIT_REACHED: {
    status: 409,
    fa: 'با این مبلغ از سقف برداشت یک ساعت شما می‌گذرید؛ مبلغ کمتری وارد کنید یا یک ساعت دیگر تلاش کنید.',
    en: 'This passes your withdrawal limit for one hour. Enter less, or try again in an hour.',
  },
  WITHDRAWAL_DAY_LIMIT_REACHED: {
    status: 409,
    fa: 'با این مبلغ از سقف برداشت ۲۴ ساعت شما می‌گذرید؛ مبلغ کمتری وارد کنید یا فردا تلاش کنید.',
    en: 'This passes your withdrawal limit for 24 hours. Enter less, or try again tomorrow.',
  },
  WITHDRAWAL_NOT_FOUND: { status: 404, fa: 'این برداشت پیدا نشد.', en: "We couldn't find this withdrawal." },
  CANT_DELETE_WITHDRAWAL_REQUEST: {
    status: 409,
    fa: 'این برداشت دیگر لغو نمی‌شود؛ به بانک یا شبکه سپرده شده یا پایان یافته است.',
    en: "This withdrawal can't be cancelled any more: it's on its way or has ended.",
  },
} satisfies Record<string, RefusalText>

/** The codes of what the gate refuses. */
export const CODE_OF_WITHDRAWAL_REFUSAL = {
  WITHDRAWER_UNKNOWN: 'UNAVAILABLE',
  WITHDRAWALS_STOPPED: 'WITHDRAWALS_STOPPED',
  WITHDRAWER_BLOCKED: 'FORBIDDEN',
  WITHDRAWER_NOT_AUTHORIZED: 'ACCOUNT_NOT_AUTHORIZED',
  WITHDRAWALS_HELD: 'WITHDRAWALS_HELD',
  DESTINATION_NOT_SAVED: 'ADDRESS_NOT_SAVED',
  DESTINATION_TOO_NEW: 'DESTINATION_TOO_NEW',
  WITHDRAWAL_HOUR_LIMIT_REACHED: 'WITHDRAWAL_HOUR_LIMIT_REACHED',
  WITHDRAWAL_DAY_LIMIT_REACHED: 'WITHDRAWAL_DAY_LIMIT_REACHED',
} as const satisfies Record<WithdrawalRefusal, string>

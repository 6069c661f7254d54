import type { RefusalText } from './account-errors.ts'

/** The refusals of price alerts. `errors.ts` says how to read them. */
export const PRICE_ALERT_REFUSALS = {
  PRICE_ALERT_PERCENT_INVALID: {
    status: 400,
    fa: 'درصد باید بین ۰٫۰۱ و ۱٬۰۰۰ باشد؛ آن را اصلاح کنید.',
    en: 'The percentage must be between 0.01 and 1,000. Correct it.',
  },
  PRICE_ALERT_TOO_LOW: {
    status: 400,
    fa: 'قیمت هشدار از کمترین قیمت این بازار پایین‌تر است؛ رقم بیشتری وارد کنید.',
    en: "The price is below this market's lowest. Enter a higher figure.",
  },
  PRICE_ALERT_TOO_HIGH: {
    status: 400,
    fa: 'قیمت هشدار بیش از حد بزرگ است؛ رقم کمتری وارد کنید.',
    en: 'The price is too high. Enter a lower figure.',
  },
  PRICE_ALERT_REACHED: {
    status: 409,
    fa: 'قیمت همین حالا به این رقم رسیده است؛ رقم دیگری وارد کنید.',
    en: 'The price is already there. Enter another figure.',
  },
  PRICE_ALERT_EXISTS: {
    status: 409,
    fa: 'همین هشدار را قبلاً ساخته‌اید؛ رقم دیگری وارد کنید.',
    en: 'You already have this alert. Enter another figure.',
  },
  PRICE_ALERTS_TOO_MANY: {
    status: 409,
    fa: 'حداکثر ۲۰ هشدار فعال می‌توانید داشته باشید؛ یکی را حذف کنید.',
    en: 'You can have up to 20 active alerts. Remove one first.',
  },
  PRICE_ALERT_NOT_FOUND: {
    status: 404,
    fa: 'این هشدار پیدا نشد؛ شاید قیمت به آن رسیده یا حذف شده است. فهرست را به‌روز کنید.',
    en: "We couldn't find this alert. The price may have reached it, or it was removed. Refresh the list.",
  },
} satisfies Record<string, RefusalText>

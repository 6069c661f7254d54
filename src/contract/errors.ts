import { ACCOUNT_REFUSALS, type RefusalText } from './account-errors.ts'
import { CHAIN_REFUSALS } from './chain-errors.ts'
import { CONTACT_REFUSALS } from './contact-errors.ts'
import { CONTENT_REFUSALS } from './content-errors.ts'
import { DELIVERY_REFUSALS } from './delivery-errors.ts'
import { DEPOSIT_REFUSALS } from './deposit-errors.ts'
import { IDENTITY_REFUSALS } from './identity-errors.ts'
import { LIST_REFUSALS } from './list-errors.ts'
import { NOTIFICATION_REFUSALS } from './notification-errors.ts'
import { OPERATIONS_REFUSALS } from './operations-errors.ts'
import { PRICE_ALERT_REFUSALS } from './price-alert-errors.ts'
import { PROGRAM_REFUSALS } from './program-errors.ts'
import { PUSH_REFUSALS } from './push-errors.ts'
import { RECURRING_BUY_REFUSALS } from './recurring-buy-errors.ts'
import { SECURITY_REFUSALS } from './security-errors.ts'
import { TICKET_REFUSALS } from './ticket-errors.ts'
import { WITHDRAWAL_REFUSALS } from './withdrawal-errors.ts'

/**
 * Every refusal of the product: its stable code, its HTTP status, and its sentence in both languages. Programs read the code, so a code is
 * never renamed. A new code does not compile until it has all three.
 */
export const REFUSALS = {
  BAD_REQUEST: {
    status: 400,
    fa: 'اطلاعات واردشده معتبر نیست؛ آن را بررسی کنید.',
    en: "This information isn't valid. Check it and try again.",
  },
  UNAUTHENTICATED: { status: 401, fa: 'برای ادامه وارد حساب خود شوید.', en: 'Log in to continue.' },
  FORBIDDEN: { status: 403, fa: 'این بخش برای حساب شما فعال نیست.', en: "Your account can't do this." },
  ORIGIN_REFUSED: {
    status: 403,
    fa: 'درخواست از این آدرس پذیرفته نمی‌شود.',
    en: "Requests from this origin aren't accepted.",
  },
  NOT_FOUND: { status: 404, fa: 'موردی پیدا نشد.', en: "We couldn't find this." },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    fa: 'حجم ارسالی زیاد است؛ حجم آن را کم کنید.',
    en: 'This is too large. Send something smaller.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    fa: 'این قالب پشتیبانی نمی‌شود؛ قالب دیگری بفرستید.',
    en: "This format isn't supported. Send another one.",
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    fa: 'درخواست‌ها زیاد است؛ کمی بعد دوباره تلاش کنید.',
    en: 'Too many requests. Try again in a moment.',
  },
  INTERNAL: {
    status: 500,
    fa: 'خطایی رخ داد؛ دوباره تلاش کنید.',
    en: 'Something went wrong on our side. Try again.',
  },
  UNAVAILABLE: {
    status: 503,
    fa: 'سرویس موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.',
    en: "Kimia isn't available right now. Try again in a few minutes.",
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    fa: 'هنوز مشخص نیست این درخواست انجام شد یا نه؛ تلاش دوباره بی‌خطر است و دو بار انجام نمی‌شود.',
    en: "We don't know yet whether this went through. Trying again is safe: it won't happen twice.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    fa: 'این شناسه قبلاً برای درخواست دیگری به کار رفته است.',
    en: 'This idempotency key was used for another request.',
  },
  IDEMPOTENCY_KEY_FROM_FUTURE: {
    status: 400,
    fa: 'ساعت این دستگاه جلوست؛ آن را تنظیم کنید و دوباره تلاش کنید.',
    en: 'The clock of this device is ahead. Set it and try again.',
  },

  ...ACCOUNT_REFUSALS,
  ...CONTACT_REFUSALS,
  ...CONTENT_REFUSALS,
  ...PROGRAM_REFUSALS,
  ...WITHDRAWAL_REFUSALS,
  ...DELIVERY_REFUSALS,
  ...CHAIN_REFUSALS,
  ...PRICE_ALERT_REFUSALS,
  ...PUSH_REFUSALS,
  ...RECURRING_BUY_REFUSALS,
  ...NOTIFICATION_REFUSALS,
  ...IDENTITY_REFUSALS,
  ...LIST_REFUSALS,
  ...SECURITY_REFUSALS,
  ...OPERATIONS_REFUSALS,
  ...TICKET_REFUSALS,

  MARKET_NOT_FOUND: {
    status: 404,
    fa: 'چنین بازاری وجود ندارد؛ بازار دیگری انتخاب کنید.',
    en: "This market doesn't exist. Choose another one.",
  },
  MARKET_IS_NOT_ACTIVE: {
    status: 409,
    fa: 'این بازار فعلاً فعال نیست؛ بازار دیگری انتخاب کنید.',
    en: "This market isn't active right now. Choose another one.",
  },
  MARKET_MAKER_NOT_ALLOWED: {
    status: 403,
    fa: 'این امکان برای تأمین‌کنندهٔ نقدینگی فعال نیست.',
    en: "This isn't available to liquidity providers.",
  },
  UNIT_PRICE_REQUIRED: { status: 400, fa: 'قیمت واحد را وارد کنید.', en: 'Enter a price.' },
  UNIT_PRICE_INVALID: {
    status: 400,
    fa: 'قیمت باید مضربی از گام قیمت باشد.',
    en: 'Price must be a multiple of the tick size.',
  },
  UNACCEPTABLE_AMOUNT: {
    status: 400,
    fa: 'مقدار واردشده معتبر نیست؛ آن را بررسی کنید.',
    en: "This amount isn't valid. Check it.",
  },
  AMOUNT_IS_LOW: {
    status: 400,
    fa: 'مقدار از حداقل مجاز کمتر است؛ مقدار بیشتری وارد کنید.',
    en: 'Amount is below the minimum. Enter more.',
  },
  AMOUNT_IS_HIGH: {
    status: 400,
    fa: 'مقدار از حداکثر مجاز بیشتر است؛ مقدار کمتری وارد کنید.',
    en: 'Amount is above the maximum. Enter less.',
  },
  TOTAL_IS_LOW: {
    status: 400,
    fa: 'مبلغ کل سفارش از حداقل مجاز کمتر است؛ مقدار یا قیمت را بیشتر کنید.',
    en: 'The order total is below the minimum. Raise the amount or the price.',
  },
  UNIT_PRICE_OUT_OF_BAND: {
    status: 400,
    fa: 'قیمت سفارش از قیمت روز بازار خیلی فاصله دارد؛ قیمت نزدیک‌تری وارد کنید.',
    en: 'This price is too far from the market price. Enter a closer one.',
  },
  TOO_MANY_OPEN_ORDERS: {
    status: 409,
    fa: 'تعداد سفارش‌های باز شما در این بازار به سقف مجاز رسیده است؛ ابتدا یکی از آن‌ها را لغو کنید.',
    en: "You've reached the limit of open orders in this market. Cancel one first.",
  },
  NOT_ENOUGH_BALANCE: {
    status: 409,
    fa: 'موجودی کافی نیست؛ واریز کنید یا مقدار را کم کنید.',
    en: 'Not enough balance. Deposit or lower the amount.',
  },
  NO_LIQUIDITY: {
    status: 409,
    fa: 'فعلاً طرف معامله‌ای نیست؛ سفارش محدود ثبت کنید.',
    en: 'No matching orders now. Place a limit order.',
  },
  ORDER_OPTIONS_INVALID: {
    status: 400,
    fa: 'این گزینه‌ها با نوع سفارش مطابقت ندارد؛ گزینهٔ دیگری انتخاب کنید.',
    en: "These options don't fit this order type. Choose others.",
  },
  STOP_PRICE_REQUIRED: { status: 400, fa: 'قیمت فعال‌سازی را وارد کنید.', en: 'Enter a stop price.' },
  STOP_PRICE_INVALID: {
    status: 400,
    fa: 'قیمت فعال‌سازی باید مضربی از گام قیمت باشد.',
    en: 'Stop price must be a multiple of the tick size.',
  },
  TRAILING_DISTANCE_INVALID: {
    status: 400,
    fa: 'فاصلهٔ دنبال‌کردن باید مضربی از گام قیمت و بین ۰٫۱٪ تا ۵۰٪ قیمت فعال‌سازی باشد.',
    en: 'Trailing distance must be a multiple of the tick size, from 0.1% to 50% of the stop price.',
  },
  TRAILING_LIMIT_INVALID: {
    status: 400,
    fa: 'قیمت سفارش در فروش نباید بالاتر و در خرید نباید پایین‌تر از قیمت فعال‌سازی باشد.',
    en: "A trailing stop's limit can't be above its stop price to sell, or below it to buy.",
  },
  EXPIRY_INVALID: {
    status: 400,
    fa: 'زمان انقضا گذشته است؛ زمانی در آینده انتخاب کنید.',
    en: 'The expiry has passed. Choose a later time.',
  },
  OCO_PRICES_INVALID: {
    status: 400,
    fa: 'برای فروش، قیمت سفارش باید بالاتر از قیمت بازار و قیمت فعال‌سازی پایین‌تر از آن باشد؛ برای خرید برعکس.',
    en: 'To sell, set the price above the market and the stop price below it. To buy, the other way round.',
  },
  POST_ONLY_WOULD_TRADE: {
    status: 409,
    fa: 'سفارش ثبت نشد، چون فوراً معامله می‌شد؛ قیمت را تغییر دهید.',
    en: 'Not placed: it would fill immediately. Change the price.',
  },
  FILL_OR_KILL_NOT_FILLABLE: {
    status: 409,
    fa: 'الان کامل انجام نمی‌شود؛ مقدار کمتری وارد کنید.',
    en: "Can't fill it all now. Try less.",
  },
  NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER: {
    status: 409,
    fa: 'قیمت سفارش شما بسیار بدتر از قیمت بازار است. مطمئنید؟',
    en: 'Your price is far worse than the market. Are you sure?',
  },
  ORDER_NOT_FOUND: { status: 404, fa: 'این سفارش پیدا نشد.', en: "We couldn't find this order." },
  ORDER_NOT_OPEN: { status: 409, fa: 'این سفارش دیگر باز نیست.', en: 'This order is no longer open.' },
  STOP_ALREADY_TRIGGERED: {
    status: 409,
    fa: 'این سفارش فعال شده است و قیمت فعال‌سازی آن دیگر تغییر نمی‌کند.',
    en: 'This stop has been triggered, so its stop price can no longer change.',
  },
  OCO_NOT_AMENDABLE: {
    status: 409,
    fa: 'سفارش دوطرفه (OCO) ویرایش نمی‌شود؛ آن را لغو و دوباره ثبت کنید.',
    en: "An OCO order can't be changed. Cancel it and place a new one.",
  },
  AMOUNT_ALREADY_EXECUTED: {
    status: 409,
    fa: 'همین مقدار یا بیشتر از آن معامله شده است؛ مقدار بیشتری وارد کنید یا سفارش را لغو کنید.',
    en: 'This amount has already been filled. Enter more, or cancel the order.',
  },
  PRICE_STALE: {
    status: 503,
    fa: 'قیمت به‌روز در دسترس نیست؛ از بازار حرفه‌ای استفاده کنید.',
    en: 'No live price. Try Pro market.',
  },
  PRICE_CHANGED: {
    status: 409,
    fa: 'قیمت تغییر کرد؛ قیمت جدید را بررسی و دوباره تأیید کنید.',
    en: 'The price has changed. Check it and confirm again.',
  },
  TOTAL_MISMATCH: {
    status: 400,
    fa: 'مبلغ کل با مقدار و قیمت مطابقت ندارد؛ دوباره وارد کنید.',
    en: "The total doesn't equal amount times price. Enter it again.",
  },
  WAGE_CHANGED: {
    status: 409,
    fa: 'کارمزد تغییر کرد؛ کارمزد جدید را بررسی و دوباره تأیید کنید.',
    en: 'The fee has changed. Check it and confirm again.',
  },
  ADDRESS_REQUIRED: { status: 400, fa: 'آدرس کیف پول مقصد را وارد کنید.', en: 'Enter the destination address.' },
  NETWORK_REQUIRED: { status: 400, fa: 'شبکهٔ انتقال را انتخاب کنید.', en: 'Choose a network.' },
  NETWORK_NOT_SUPPORTED: {
    status: 409,
    fa: 'برداشت این دارایی روی این شبکه ممکن نیست؛ شبکهٔ دیگری انتخاب کنید.',
    en: "This asset can't be withdrawn on this network. Choose another network.",
  },
  WITHDRAWAL_DISABLED: {
    status: 409,
    fa: 'برداشت این دارایی روی این شبکه اکنون باز نیست؛ شبکهٔ دیگری انتخاب کنید یا کمی بعد تلاش کنید.',
    en: "Withdrawals of this asset on this network aren't open now. Choose another network, or try again later.",
  },
  WITHDRAWALS_HELD: {
    status: 409,
    fa: 'برداشت از حساب شما موقتاً بسته است؛ زمان باز شدن آن در بخش تنظیمات آمده است.',
    en: 'Withdrawals from your account are on hold. Settings shows until when.',
  },
  ADDRESS_INVALID: {
    status: 400,
    fa: 'آدرس کیف پول با این شبکه مطابقت ندارد؛ آدرس و شبکه را بررسی کنید.',
    en: "This address isn't valid on this network. Check both.",
  },
  ADDRESS_BLOCKED: {
    status: 400,
    fa: 'به این آدرس نمی‌توان برداشت کرد؛ آدرس دیگری وارد کنید.',
    en: "Withdrawals to this address aren't allowed. Enter another one.",
  },
  TAG_NOT_SUPPORTED: {
    status: 400,
    fa: 'آدرس‌های این شبکه ممو یا تگ ندارند؛ آن را پاک کنید.',
    en: 'Addresses on this network have no memo or tag. Leave it empty.',
  },
  TAG_INVALID: {
    status: 400,
    fa: 'این ممو یا تگ روی این شبکه معتبر نیست؛ آن را از کیف پول مقصد کپی کنید.',
    en: "This memo or tag isn't valid on this network. Copy it from the receiving wallet.",
  },
  TAG_REQUIRED: {
    status: 400,
    fa: 'این آدرس بدون ممو یا تگ واریز نمی‌پذیرد؛ آن را از کیف پول مقصد کپی و وارد کنید.',
    en: 'This address takes nothing without a memo or tag. Copy it from the receiving wallet.',
  },
  RECEIVER_NEEDS_MORE: {
    status: 400,
    fa: 'این آدرس هنوز روی شبکه فعال نشده است و اولین واریز آن باید بیشتر باشد؛ مقدار را بیشتر کنید.',
    en: "This address isn't active on the network yet, and its first deposit must be larger. Enter a larger amount.",
  },
  HOUSE_LIMIT_REACHED: {
    status: 409,
    fa: 'سقف خرید و فروش فوری این دارایی پر شده است؛ از بازار حرفه‌ای استفاده کنید.',
    en: 'The Quick trade limit for this asset is reached. Try Pro market.',
  },

  COIN_NOT_FOUND: {
    status: 404,
    fa: 'این دارایی پیدا نشد؛ دارایی دیگری انتخاب کنید.',
    en: "This asset doesn't exist. Choose another one.",
  },
  ...DEPOSIT_REFUSALS,
} satisfies Record<string, RefusalText>

export type ErrorCode = keyof typeof REFUSALS

/**
 * Every refusal the product can give: its stable code, its HTTP status, and its sentence in both languages.
 * The code is what programs read; a code is never renamed. A new code does not compile until it has all three.
 */
interface Refusal {
  status: number
  fa: string
  en: string
}

export const REFUSALS = {
  BAD_REQUEST: { status: 400, fa: 'اطلاعات واردشده نادرست است.', en: 'The information entered is not correct.' },
  UNAUTHENTICATED: { status: 401, fa: 'برای ادامه وارد حساب خود شوید.', en: 'Please sign in to continue.' },
  FORBIDDEN: { status: 403, fa: 'اجازهٔ این کار را ندارید.', en: 'You are not allowed to do this.' },
  ORIGIN_REFUSED: {
    status: 403,
    fa: 'درخواست از این نشانی پذیرفته نیست.',
    en: 'Requests from this origin are refused.',
  },
  NOT_FOUND: { status: 404, fa: 'پیدا نشد.', en: 'Not found.' },
  PAYLOAD_TOO_LARGE: { status: 413, fa: 'حجم ارسالی بیش از حد مجاز است.', en: 'What was sent is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    fa: 'قالب ارسالی پشتیبانی نمی‌شود.',
    en: 'This content type is not supported.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    fa: 'درخواست‌ها زیاد است؛ کمی بعد دوباره تلاش کنید.',
    en: 'Too many requests. Please try again in a moment.',
  },
  INTERNAL: {
    status: 500,
    fa: 'خطایی در سامانه رخ داد. دوباره تلاش کنید.',
    en: 'Something went wrong on our side. Please try again.',
  },
  UNAVAILABLE: { status: 503, fa: 'سرویس موقتاً در دسترس نیست.', en: 'The service is not available for the moment.' },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    fa: 'این درخواست به شناسهٔ یکتا نیاز دارد.',
    en: 'This request needs an idempotency key.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    fa: 'این شناسه پیش‌تر برای درخواست دیگری به کار رفته است.',
    en: 'This idempotency key was used for a different request.',
  },

  INVALID_MOBILE: { status: 400, fa: 'شمارهٔ موبایل درست نیست.', en: 'The mobile number is not valid.' },
  WEAK_PASSWORD: {
    status: 400,
    fa: 'رمز عبور باید دست‌کم ۸ نویسه و شامل حرف بزرگ و کوچک انگلیسی و عدد باشد.',
    en: 'The password must be at least 8 characters and include an uppercase letter, a lowercase letter and a number.',
  },
  TERMS_NOT_ACCEPTED: {
    status: 400,
    fa: 'برای ثبت‌نام باید قوانین را بپذیرید.',
    en: 'Please accept the terms to sign up.',
  },
  REFERRAL_CODE_UNKNOWN: { status: 400, fa: 'کد دعوت پیدا نشد.', en: 'This referral code is not known.' },
  INCORRECT_CREDENTIALS: {
    status: 401,
    fa: 'شمارهٔ موبایل یا رمز عبور نادرست است.',
    en: 'The username or password is incorrect.',
  },
  LOGIN_NOT_ALLOWED: {
    status: 403,
    fa: 'حساب شما مسدود است؛ با پشتیبانی تماس بگیرید.',
    en: 'Your account is blocked. Please contact support.',
  },
  MOBILE_ALREADY_REGISTERED: {
    status: 409,
    fa: 'با این شماره پیش‌تر حساب ساخته شده است؛ وارد شوید.',
    en: 'This number already has an account. Please sign in.',
  },
  INCORRECT_OTP: { status: 400, fa: 'کد واردشده نادرست است.', en: 'The code entered is incorrect.' },
  CODE_EXPIRED: {
    status: 400,
    fa: 'زمان کد تمام شده است؛ کد تازه بگیرید.',
    en: 'The code has expired. Please ask for a new one.',
  },
  TOO_MANY_TRIES: {
    status: 429,
    fa: 'تعداد تلاش‌ها بیش از حد شد؛ کد تازه بگیرید.',
    en: 'Too many wrong tries. Please ask for a new code.',
  },
  SMS_OTP_UNAVAILABLE: {
    status: 503,
    fa: 'ارسال پیامک ممکن نشد؛ دوباره تلاش کنید.',
    en: 'The SMS could not be sent. Please try again.',
  },

  ACCOUNT_NOT_AUTHORIZED: {
    status: 403,
    fa: 'برای این کار ابتدا حساب خود را تکمیل و احراز هویت کنید.',
    en: 'Please complete and verify your account first.',
  },
  ALREADY_AUTHORIZED: { status: 409, fa: 'هویت شما پیش‌تر تأیید شده است.', en: 'Your identity is already verified.' },
  ACCOUNT_INCOMPLETE: { status: 409, fa: 'اطلاعات حساب کامل نیست.', en: 'The account information is not complete.' },
  IMAGE_INVALID: { status: 400, fa: 'تصویر باید PNG یا JPG سالم باشد.', en: 'The image must be a valid PNG or JPG.' },
  BANK_ACCOUNT_INVALID: {
    status: 400,
    fa: 'شمارهٔ کارت یا شبا درست نیست.',
    en: 'The card or Sheba number is not valid.',
  },
  BANK_ACCOUNT_TAKEN: {
    status: 409,
    fa: 'این کارت یا شبا برای کاربر دیگری ثبت شده است.',
    en: 'This card or Sheba belongs to another user.',
  },
  NATIONAL_CODE_TAKEN: {
    status: 409,
    fa: 'این کد ملی پیش‌تر ثبت شده است.',
    en: 'This national code is already registered.',
  },
  MOBILE_NATIONAL_CODE_MISMATCH: {
    status: 409,
    fa: 'شمارهٔ موبایل به این کد ملی تعلق ندارد.',
    en: 'The mobile number does not belong to this national code.',
  },
  IDENTITY_MISMATCH: {
    status: 409,
    fa: 'مشخصات با ثبت احوال همخوان نیست.',
    en: 'The details do not match the civil registry.',
  },
  BANK_ACCOUNT_MISMATCH: {
    status: 409,
    fa: 'کارت یا شبا به نام شما نیست.',
    en: 'The card or Sheba is not in your name.',
  },
  IDENTITY_SERVICE_UNAVAILABLE: {
    status: 503,
    fa: 'استعلام هویت موقتاً در دسترس نیست.',
    en: 'The identity inquiry is not available for the moment.',
  },

  MARKET_NOT_FOUND: { status: 404, fa: 'چنین بازاری وجود ندارد.', en: 'There is no such market.' },
  MARKET_IS_NOT_ACTIVE: { status: 409, fa: 'بازار فعال نیست.', en: 'The market is not active.' },
  MARKET_MAKER_NOT_ALLOWED: {
    status: 403,
    fa: 'این امکان برای بازارگردان غیرفعال است.',
    en: 'Sorry, the requested feature is disabled for the market maker.',
  },
  UNIT_PRICE_REQUIRED: { status: 400, fa: 'قیمت واحد را وارد کنید.', en: 'The price is mandatory.' },
  UNIT_PRICE_INVALID: {
    status: 400,
    fa: 'قیمت واحد با گام قیمتی بازار همخوان نیست.',
    en: 'The price does not fit the tick of the market.',
  },
  UNACCEPTABLE_AMOUNT: { status: 400, fa: 'مقدار واردشده پذیرفتنی نیست.', en: 'The amount is not acceptable.' },
  AMOUNT_IS_LOW: { status: 400, fa: 'مقدار کمتر از حد مجاز است.', en: 'The amount is less than allowed.' },
  AMOUNT_IS_HIGH: { status: 400, fa: 'مقدار بیشتر از حد مجاز است.', en: 'The amount is more than allowed.' },
  NOT_ENOUGH_BALANCE: { status: 409, fa: 'موجودی کافی نیست.', en: 'The balance is not enough.' },
  NO_LIQUIDITY: {
    status: 409,
    fa: 'در این لحظه سفارش مقابلی در محدودهٔ قیمت نیست.',
    en: 'There is no counter-order within the price band right now.',
  },
  ORDER_OPTIONS_INVALID: {
    status: 400,
    fa: 'این گزینه‌ها با این نوع سفارش همخوان نیست.',
    en: 'These options do not fit this type of order.',
  },
  STOP_PRICE_REQUIRED: { status: 400, fa: 'قیمت توقف را وارد کنید.', en: 'The stop price is mandatory.' },
  STOP_PRICE_INVALID: {
    status: 400,
    fa: 'قیمت توقف با گام قیمتی بازار همخوان نیست.',
    en: 'The stop price does not fit the tick of the market.',
  },
  EXPIRY_INVALID: { status: 400, fa: 'زمان انقضا باید در آینده باشد.', en: 'The expiry must lie in the future.' },
  POST_ONLY_WOULD_TRADE: {
    status: 409,
    fa: 'این سفارش بی‌درنگ معامله می‌شد و با شرط «فقط ثبت» ثبت نشد.',
    en: 'The order would have traded at once, and was post-only.',
  },
  FILL_OR_KILL_NOT_FILLABLE: {
    status: 409,
    fa: 'همهٔ این مقدار در این لحظه معامله‌شدنی نیست.',
    en: 'The whole amount cannot be traded at this moment.',
  },
  NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER: {
    status: 409,
    fa: 'قیمت سفارش شما بسیار بدتر از قیمت بازار است. آیا مطمئن هستید؟',
    en: 'The price of your order is far worse than the market. Are you sure?',
  },
  ORDER_NOT_FOUND: { status: 404, fa: 'سفارش پیدا نشد.', en: 'The order was not found.' },
  ORDER_NOT_OPEN: { status: 409, fa: 'این سفارش دیگر باز نیست.', en: 'This order is no longer open.' },
  PRICE_STALE: {
    status: 503,
    fa: 'قیمت به‌روز در دسترس نیست؛ خرید و فروش فوری موقتاً متوقف است.',
    en: 'No fresh price is available. Quick trade is paused for the moment.',
  },
  PRICE_CHANGED: {
    status: 409,
    fa: 'قیمت تغییر کرد؛ قیمت تازه را ببینید و دوباره تأیید کنید.',
    en: 'The price has changed. Please check the new price and confirm again.',
  },
  TOTAL_MISMATCH: {
    status: 400,
    fa: 'مبلغ کل با مقدار و قیمت همخوان نیست.',
    en: 'The total does not equal amount times price.',
  },
  WAGE_CHANGED: {
    status: 409,
    fa: 'کارمزد تغییر کرد؛ دوباره ببینید و تأیید کنید.',
    en: 'The wage has changed. Please check it and confirm again.',
  },
  ADDRESS_REQUIRED: { status: 400, fa: 'نشانی کیف پول مقصد را وارد کنید.', en: 'The destination address is required.' },
  NETWORK_REQUIRED: { status: 400, fa: 'شبکهٔ انتقال را انتخاب کنید.', en: 'Please choose the network.' },
  NETWORK_NOT_SUPPORTED: {
    status: 409,
    fa: 'برداشت این ارز از این شبکه ممکن نیست.',
    en: 'This coin cannot be withdrawn over this network.',
  },
  WITHDRAWAL_DISABLED: {
    status: 409,
    fa: 'برداشت به کیف پول بیرونی هنوز فعال نیست؛ خرید به موجودی خودتان در کیمیا ممکن است.',
    en: 'Withdrawals to an outside wallet are not available yet. You can buy into your own Kimia balance.',
  },
  ADDRESS_INVALID: {
    status: 400,
    fa: 'نشانی کیف پول با این شبکه همخوان نیست.',
    en: 'The address is not valid on this network.',
  },
  HOUSE_LIMIT_REACHED: {
    status: 409,
    fa: 'سقف خرید و فروش فوری این ارز پر شده است؛ از بازار حرفه‌ای استفاده کنید.',
    en: 'The quick-trade limit of this coin is reached. Please use the professional market.',
  },

  COIN_NOT_FOUND: { status: 404, fa: 'چنین ارزی وجود ندارد.', en: 'There is no such coin.' },
  CARD_NOT_VERIFIED: {
    status: 400,
    fa: 'این کارت در حساب شما تأیید نشده است.',
    en: 'This card is not verified in your account.',
  },
  GATEWAY_UNAVAILABLE: { status: 503, fa: 'درگاه پرداخت در دسترس نیست.', en: 'The payment gateway is not available.' },
  GATEWAY_REFUSED: {
    status: 409,
    fa: 'درگاه پرداخت درخواست را نپذیرفت.',
    en: 'The payment gateway refused the request.',
  },
  DEPOSIT_NOT_FOUND: { status: 404, fa: 'این پرداخت پیدا نشد.', en: 'This payment was not found.' },
} satisfies Record<string, Refusal>

export type ErrorCode = keyof typeof REFUSALS

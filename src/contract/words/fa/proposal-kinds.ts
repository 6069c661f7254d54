import type { ProposalKind } from '#domain/operator-rights.ts'

/** The names of the kinds of proposals, on the screens and in messages to operators. */
export const words = {
  APPOINT_SUPERVISOR: 'تأمین‌کنندهٔ نقدینگی',
  END_SUPERVISOR: 'پایان تأمین نقدینگی',
  ADD_OPERATOR: 'افزودن همکار',
  REMOVE_OPERATOR: 'حذف همکار',
  CHANGE_ROLES: 'تغییر نقش',
  BROADCAST: 'پیام به کاربران',
  CHANGE_MARKET: 'تغییر بازار',
  CHANGE_LEVEL: 'تغییر کارمزد',
  ADD_COIN: 'رمزارز جدید',
  CHANGE_COIN: 'تغییر تنظیمات رمزارز',
  OPEN_NETWORK: 'بازگشایی شبکه',
  ADD_MARKET: 'بازار جدید',
  END_MARKET: 'پایان همیشگی بازار',
  SET_STRATEGY: 'تنظیم بازارگردان',
  SWITCH_MAKER_ON: 'روشن کردن بازارگردان',
  SET_HOLIDAY: 'تغییر روز تعطیل',
  SET_LEVEL: 'تعیین سطح کاربر',
  PUBLISH_TEXT: 'انتشار متن',
  VERIFY_CARD: 'تأیید کارت بانکی',
  LET_OPERATOR_IN: 'باز کردن دسترسی همکار',
  RENEW_OPERATOR_KEYS: 'کلیدهای جدید همکار',
  CHANGE_WITHDRAWAL_RULES: 'تغییر قواعد برداشت',
  SEND_PAYOUTS: 'ارسال دستهٔ واریز بانکی',
  RETURN_PAYOUT: 'برگشت واریز بانکی',
} satisfies Record<ProposalKind, string>

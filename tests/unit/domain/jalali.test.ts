import { describe, expect, it } from 'vitest'
import { ageAt, gregorianToJalali, jalaliDateAt, jalaliToGregorian, parseJalaliDate } from '#domain/jalali.ts'

const jalali = (text: string) => {
  const date = parseJalaliDate(text)
  if (date === undefined) throw new Error(`${text} is no Jalali date`)
  return date
}

describe('a Jalali date', () => {
  it.each([
    ['14050829', '2026-11-20'],
    ['14000101', '2021-03-21'],
    ['14031230', '2025-03-20'],
    ['14040101', '2025-03-21'],
    ['13571122', '1979-02-11'],
    ['13700512', '1991-08-03'],
    ['13000101', '1921-03-21'],
  ])('%s is %s', (text, iso) => {
    expect(jalaliToGregorian(jalali(text))).toBe(iso)
    expect(gregorianToJalali(iso)).toBe(text)
  })

  it.each(['1370/05/12', '1370-05-12', '13700512', '۱۳۷۰/۰۵/۱۲', ' 1370.05.12 '])('is read from %j', (text) => {
    expect(parseJalaliDate(text)).toBe('13700512')
  })

  it.each([
    ['a thirteenth month', '13701301'],
    ['a thirty-first of Mehr', '13700731'],
    ['a thirty-second day', '13700132'],
    ['a leap day in a common year', '14041230'],
    ['a day zero', '13700500'],
    ['a month zero', '13700012'],
    ['mixed separators', '1370/05-12'],
    ['a short month', '1370/5/12'],
    ['a Gregorian year', '20210321'],
    ['nothing', ''],
  ])('is refused with %s', (_why, text) => {
    expect(parseJalaliDate(text)).toBeUndefined()
  })

  it.each(['2021-02-29', '2021-13-01', '20210321', '1700-01-01', '9999-01-01', 'yesterday'])(
    'cannot be had from the Gregorian %j',
    (iso) => {
      expect(gregorianToJalali(iso)).toBeUndefined()
    },
  )

  it('turns at midnight in Tehran, half past eight in the evening of UTC', () => {
    expect(jalaliDateAt(new Date('2026-11-20T20:29:59.999Z'))).toBe('14050829')
    expect(jalaliDateAt(new Date('2026-11-20T20:30:00.000Z'))).toBe('14050830')
  })

  it.each([
    ['on the day before the eighteenth birthday', '13870830', 17],
    ['on the eighteenth birthday', '13870829', 18],
    ['after it', '13870101', 18],
    ['on the day of the birth', '14050829', 0],
    ['before the birth', '14050901', -1],
  ])('tells the age %s', (_when, birthDay, age) => {
    expect(ageAt(jalali(birthDay), new Date('2026-11-20T12:00:00Z'))).toBe(age)
  })

  it('makes somebody born on a leap day a year older on the first of Farvardin', () => {
    expect(ageAt(jalali('13871230'), new Date('2027-03-20T12:00:00Z'))).toBe(17)
    expect(ageAt(jalali('13871230'), new Date('2027-03-21T12:00:00Z'))).toBe(18)
  })

  it('compares as text', () => {
    expect(jalali('13991230') < jalali('14000101')).toBe(true)
  })
})

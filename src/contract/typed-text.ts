import * as z from 'zod/mini'
import { plainLineOf, plainTextOf } from '#domain/plain-text.ts'

// Apart from the other values, since the first page sends no text.

/** A name or another single line of free text, read in its stored form. */
export const Line = (least: number, most: number) =>
  z.string().check(z.overwrite(plainLineOf), z.minLength(least), z.maxLength(most))

/** The same with several lines. */
export const Words = (least: number, most: number) =>
  z.string().check(z.overwrite(plainTextOf), z.minLength(least), z.maxLength(most))

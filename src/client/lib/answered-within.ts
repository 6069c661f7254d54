import { ApiRefusal } from './call-api.ts'

/** The same answer, or UNREACHABLE where none came in time: a connection that hangs says nothing for minutes. */
export async function answeredWithin<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiRefusal({ code: 'UNREACHABLE', message: 'no answer in time' })), ms)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

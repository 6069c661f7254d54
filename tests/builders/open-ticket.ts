import * as z from 'zod/mini'
import type { Customer } from './customer.ts'

const Opened = z.object({ baseDTO: z.object({ id: z.string() }) })

async function post(path: string, { token }: Pick<Customer, 'token'>, fields: object): Promise<unknown> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const answer = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Opens a ticket with a second message and a file, as a program would. @returns its id */
export async function openTicket(
  url: string,
  customer: Pick<Customer, 'token'>,
  file: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const ticket = { subject: 'واریز به کیف پول ننشسته است', type: 'TECHNICAL', text: 'دیروز ساعت ۱۰ پرداخت کردم.' }
  const { id } = Opened.parse(await post(`${url}/api/tickets`, customer, ticket)).baseDTO
  await post(`${url}/api/tickets/message/${id}`, customer, { text: 'رسید پرداخت پیوست است. '.repeat(8).trim() })
  await post(`${url}/api/tickets/message/${id}`, customer, { file: new Blob([file]) })
  return id
}

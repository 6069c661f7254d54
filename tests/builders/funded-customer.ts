import { readFile } from 'node:fs/promises'
import { type Customer, payIn, signUp, verifyIdentity } from './customer.ts'

/** A verified customer who has paid in this much Toman. */
export async function fundedCustomer(url: string, toman: string): Promise<Customer> {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile('public/icons/icon-512.png')))
  await payIn(customer, toman)
  return customer
}

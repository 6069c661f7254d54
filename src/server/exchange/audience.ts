import type { Applied, ExchangeSettings, Listener } from './exchange.ts'

/** What one batch gives to tell, when it is committed. */
export type News = (() => void)[]

/** Those who listen to an exchange. What is committed stays committed, whatever they make of it. */
export class Audience {
  readonly #log: ExchangeSettings['log']
  readonly #listeners = new Set<Listener>()

  constructor(log: ExchangeSettings['log']) {
    this.#log = log
  }

  add(listener: Listener): void {
    this.#listeners.add(listener)
  }

  delete(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** Shows everybody what a batch changed. */
  show(applied: Applied): News {
    const news: News = []
    for (const listener of this.#listeners) this.#carefully(() => news.push(listener(applied)))
    return news
  }

  tell(news: News): void {
    for (const tell of news) this.#carefully(tell)
  }

  #carefully(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#log.warn({ err: error }, 'a listener of the exchange failed')
    }
  }
}

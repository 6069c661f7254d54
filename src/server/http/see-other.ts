/** Sends the browser on to another page of ours: 303. */
export class SeeOther {
  readonly location: `/${string}`

  constructor(location: `/${string}`) {
    this.location = location
  }
}

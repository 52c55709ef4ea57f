// The axis of time: idle stretches are folded, so that a day with ten busy seconds shows ten busy seconds.

class Axis {
  /** An axis over ascending times in nanoseconds. */
  constructor(times, end) {
    const points = [0];
    for (const time of times) if (time > points[points.length - 1]) points.push(time);
    if (end > points[points.length - 1]) points.push(end);
    this.times = Float64Array.from(points);
    this.cap = Axis.capFor(points);
    this.places = new Float64Array(points.length);
    this.folds = [];
    for (let point = 1; point < points.length; point++) {
      const gap = points[point] - points[point - 1];
      const isFold = gap > this.cap * 1.5;
      const width = isFold ? this.cap * (1 + 0.2 * Math.log2(gap / this.cap)) : gap;
      this.places[point] = this.places[point - 1] + width;
      if (isFold) this.folds.push(point);
    }
    this.length = Math.max(1, this.places[points.length - 1]);
  }

  /** The longest gap that is drawn as it is: some times what most gaps take, from 5 ms to a second. */
  static capFor(points) {
    const gaps = [];
    const stride = Math.max(1, Math.floor(points.length / 20000));
    for (let point = stride; point < points.length; point += stride) gaps.push(points[point] - points[point - 1]);
    gaps.sort((left, right) => left - right);
    const usual = gaps[Math.floor(gaps.length * 0.9)] ?? 1e6;
    return Math.min(1e9, Math.max(5e6, usual * 4));
  }

  /** The place on the folded axis of an instant. */
  placeOf(time) {
    const point = lastAtMost(this.times, time);
    if (point < 0) return 0;
    if (point >= this.times.length - 1) return this.places[point];
    const share = (time - this.times[point]) / (this.times[point + 1] - this.times[point]);
    return this.places[point] + share * (this.places[point + 1] - this.places[point]);
  }

  /** The instant at a place on the folded axis. */
  timeAt(place) {
    const point = lastAtMost(this.places, place);
    if (point < 0) return 0;
    if (point >= this.places.length - 1) return this.times[point];
    const share = (place - this.places[point]) / (this.places[point + 1] - this.places[point]);
    return this.times[point] + share * (this.times[point + 1] - this.times[point]);
  }
}

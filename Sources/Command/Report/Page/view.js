// The part of the axis that is seen, and the ways to change it.

class View {
  constructor(axis) {
    this.axis = axis;
    this.from = 0;
    this.to = axis.length;
    this.width = 600;
    this.onchange = () => {};
  }

  /** The pixel of an instant. */
  x(time) { return this.pixel(this.axis.placeOf(time)); }

  pixel(place) { return ((place - this.from) / (this.to - this.from)) * this.width; }

  /** The instant at a pixel. */
  timeAt(pixel) { return this.axis.timeAt(this.from + (pixel / this.width) * (this.to - this.from)); }

  /** Shows a stretch of the axis, within its ends. */
  set(from, to) {
    const margin = this.axis.length * 0.01;
    const least = Math.min(this.axis.length, 2e4);
    let length = Math.min(this.axis.length + 2 * margin, Math.max(least, to - from));
    let start = Math.max(-margin, Math.min(from, this.axis.length + margin - length));
    if (length >= this.axis.length + 2 * margin) start = -margin;
    this.from = start;
    this.to = start + length;
    this.onchange();
  }

  fit() { this.set(-this.axis.length, 2 * this.axis.length); }

  zoom(factor, pixel = this.width / 2) {
    const middle = this.from + (pixel / this.width) * (this.to - this.from);
    this.set(middle - (middle - this.from) * factor, middle + (this.to - middle) * factor);
  }

  pan(pixels) {
    const shift = (pixels / this.width) * (this.to - this.from);
    this.set(this.from + shift, this.to + shift);
  }

  /** Moves so far that an instant is seen. */
  reveal(time) {
    const place = this.axis.placeOf(time);
    const length = this.to - this.from;
    if (place < this.from + length * 0.05) this.set(place - length * 0.3, place + length * 0.7);
    else if (place > this.to - length * 0.05) this.set(place - length * 0.7, place + length * 0.3);
  }

  /** Shows an instant with what is around it, as long as some widths of a fold. */
  approach(time) {
    const place = this.axis.placeOf(time);
    const length = Math.min(this.axis.length, this.axis.cap * 12);
    this.set(place - length * 0.8, place + length * 0.2);
  }
}

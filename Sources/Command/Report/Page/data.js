// The data of the page: compressed, a block for the index and one for each run, unpacked when it is opened.

/** The JSON of a block. */
async function readBlock(id) {
  const element = document.getElementById(id);
  const text = atob(element.textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

/** Numbers from the differences between neighbours. */
function summed(differences, Type = Float64Array) {
  const numbers = new Type(differences.length);
  let sum = 0;
  for (let place = 0; place < differences.length; place++) {
    sum += differences[place];
    numbers[place] = sum;
  }
  return numbers;
}

/** The numbers of texts: how far beyond the texts so far, or below zero one that was there before. */
function textNumbers(column) {
  const numbers = new Int32Array(column.length);
  let next = 0;
  for (let place = 0; place < column.length; place++) {
    const value = column[place];
    const number = value >= 0 ? next + value : -1 - value;
    numbers[place] = number;
    if (number + 1 > next) next = number + 1;
  }
  return numbers;
}

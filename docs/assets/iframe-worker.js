/* Chromium starts no Worker on a page that was opened from a file. The search then runs its script in a hidden frame,
   which takes and sends messages as a Worker would (the search looks for the name IFrameWorker to find its own files).
   Elsewhere nothing changes. */
if (location.protocol === "file:") {
  window.Worker = window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.early = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inner = this.frame.contentWindow;
      const tell = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      this.inner = inner;
      inner.postMessage = tell;
      inner.importScripts = (...urls) =>
        urls.reduce((before, one) => before.then(() => this.run(one)), Promise.resolve());
      this.run(String(url)).then(() => {
        this.ready = true;
        this.early.splice(0).forEach((data) => this.postMessage(data));
      });
    }
    run(url) {
      return new Promise((done, failed) => {
        const script = this.frame.contentDocument.createElement("script");
        script.src = new URL(url, location.href).href;
        script.onload = done;
        script.onerror = failed;
        this.frame.contentDocument.body.appendChild(script);
      });
    }
    postMessage(data) {
      if (!this.ready) this.early.push(data);
      else this.inner.dispatchEvent(new this.inner.MessageEvent("message", { data }));
    }
    terminate() {
      this.frame.remove();
    }
  };
}

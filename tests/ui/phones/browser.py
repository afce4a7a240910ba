#!/usr/bin/env python3
"""Drives a headless Chromium as a phone: joins a class by its code, guesses, draws a digit by touch, reads the prediction.

usage: browser.py SPEC.json; its members: url, code, language, name, guess, strokes, said (a text the prediction's
sentence begins with), width, theme, shots (a folder, '' for none). Exit 77: there is no Chromium. One line says what
went wrong. The DevTools protocol goes over --remote-debugging-pipe, so that no library and no port is needed.
"""
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LIMIT_S = 30


class Failed(Exception):
    pass


class Browser:
    def __init__(self, program, profile):
        to_browser, self.write_fd = os.pipe()
        self.read_fd, from_browser = os.pipe()

        def connect_pipes():
            # In two steps: one of the ends may itself be 3 or 4.
            a, b = os.dup(to_browser), os.dup(from_browser)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
             '--remote-debugging-pipe', '--user-data-dir=' + profile, 'about:blank'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=connect_pipes,
            start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session, self.problems = b'', 0, None, []

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()

    def message(self, until):
        while b'\0' not in self.buffer:
            if not select.select([self.read_fd], [], [], max(0.0, until - time.monotonic()))[0]:
                raise Failed('the browser did not reply')
            piece = os.read(self.read_fd, 1 << 16)
            if not piece:
                raise Failed('the browser ended')
            self.buffer += piece
        text, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = {'id': self.number, 'method': method, 'params': parameters}
        if self.session:
            request['sessionId'] = self.session
        os.write(self.write_fd, json.dumps(request).encode() + b'\0')
        until = time.monotonic() + LIMIT_S
        while True:
            message = self.message(until)
            if message.get('method') in ('Runtime.exceptionThrown', 'Log.entryAdded'):
                self.note(message['params'])
            if message.get('id') == self.number:
                if 'error' in message:
                    raise Failed('%s: %s' % (method, message['error'].get('message')))
                return message['result']

    def note(self, parameters):
        entry = parameters.get('entry') or {'level': 'error', 'text': str(parameters.get('exceptionDetails', {}).get('text'))}
        # A refused code is a reply of 403, which the browser calls an error, too.
        if entry['level'] == 'error' and '403' not in entry['text']:
            self.problems.append(entry['text'])

    def ask(self, expression):
        result = self.call('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in result:
            raise Failed('%s: %s' % (expression, result['exceptionDetails'].get('text')))
        return result['result'].get('value')

    def wait(self, expression, what):
        until = time.monotonic() + LIMIT_S
        while time.monotonic() < until:
            try:
                if self.ask(expression):
                    return
            except Failed as failure:  # the page is not there yet
                if 'Uncaught' not in str(failure):
                    raise
            time.sleep(0.1)
        raise Failed('waited in vain for %s; the page says: %s' % (what, self.ask('document.body.innerText')))

    def box(self, element):
        self.ask('document.getElementById(%s).scrollIntoView({block: "center"})' % json.dumps(element))
        return self.ask('(() => { const b = document.getElementById(%s).getBoundingClientRect();'
                        ' return [b.left, b.top, b.width, b.height]; })()' % json.dumps(element))

    def touch(self, points):
        self.call('Input.dispatchTouchEvent', type='touchStart', touchPoints=[{'x': points[0][0], 'y': points[0][1]}])
        for x, y in points[1:]:
            self.call('Input.dispatchTouchEvent', type='touchMove', touchPoints=[{'x': x, 'y': y}])
        time.sleep(0.05)  # a finger stays for a moment: what is quicker is taken for part of another gesture
        self.call('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])

    def tap(self, element):
        time.sleep(0.4)
        left, top, width, height = self.box(element)
        self.touch([(left + width / 2, top + height / 2)])

    def type(self, element, text):
        self.tap(element)
        self.wait('document.activeElement.id === %s' % json.dumps(element), element + ' to take the focus')
        self.call('Input.insertText', text=text)


def open_phone(browser, spec):
    target = browser.call('Target.createTarget', url='about:blank')['targetId']
    browser.session = browser.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
    for domain in ('Page', 'Runtime', 'Log'):
        browser.call(domain + '.enable')
    agent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36'
    browser.call('Emulation.setUserAgentOverride', userAgent=agent, acceptLanguage=spec['language'])
    browser.call('Emulation.setDeviceMetricsOverride', width=spec['width'], height=640, deviceScaleFactor=2, mobile=True)
    browser.call('Emulation.setTouchEmulationEnabled', enabled=True, maxTouchPoints=1)
    browser.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': spec['theme']}])


def shot(browser, spec, name):
    if spec['shots']:
        image = browser.call('Page.captureScreenshot', captureBeyondViewport=True)['data']
        path = os.path.join(spec['shots'], '%s-%s-%s.png' % (name, spec['language'][:2], spec['theme']))
        with open(path, 'wb') as file:
            file.write(base64.b64decode(image))


def check_page(browser, what):
    wide = browser.ask('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if wide > 0:
        raise Failed('%s is %d pixels wider than the screen' % (what, wide))
    small = browser.ask('[...document.querySelectorAll("button, input")].filter((e) => e.offsetParent !== null && '
                        'e.getBoundingClientRect().height < 40).map((e) => e.id).join()')
    if small:
        raise Failed('too small to be touched: ' + small)
    for node in browser.call('Accessibility.getFullAXTree')['nodes']:
        properties = {p['name']: p['value'].get('value') for p in node.get('properties', [])}
        role = node.get('role', {}).get('value')
        if properties.get('focusable') and role != 'RootWebArea' and not node.get('name', {}).get('value'):
            raise Failed('a screen reader has no name for a %s on %s' % (role, what))
    if browser.problems:
        raise Failed('the page has errors: ' + '; '.join(browser.problems))


def visible(element):
    return 'document.getElementById(%s).offsetParent !== null' % json.dumps(element)


def text_of(element):
    return 'document.getElementById(%s).textContent' % json.dumps(element)


def take_part(browser, spec):
    open_phone(browser, spec)
    browser.call('Page.navigate', url=spec['url'] + 'WRNGCDE2')
    browser.wait('%s && %s !== ""' % (visible('code_card'), text_of('code_message')), 'a wrong code to be refused')
    browser.call('Page.navigate', url=spec['url'])
    browser.wait(visible('code_card'), 'the question for the code')
    language = browser.ask('document.documentElement.lang')
    if language != spec['language'][:2]:
        raise Failed('the page speaks ' + language)
    check_page(browser, 'the question for the code')
    browser.type('code', spec['code'].lower())
    browser.call('Input.dispatchKeyEvent', type='keyDown', key='Enter', code='Enter', windowsVirtualKeyCode=13, text='\r')
    browser.call('Input.dispatchKeyEvent', type='keyUp', key='Enter', code='Enter', windowsVirtualKeyCode=13)
    browser.wait(visible('join_card'), 'the class')
    check_page(browser, 'the page to join')
    browser.type('name', spec['name'])
    browser.ask('document.querySelector("#join_card button").id = "join_now"')
    browser.tap('join_now')
    browser.wait(visible('guess_card'), 'the question of the round')
    shot(browser, spec, 'guess')
    browser.type('guess', spec['guess'])
    browser.tap('guess_button')
    browser.wait('%s !== ""' % text_of('guess_message'), 'the guess to be taken')
    draw(browser, spec)
    # By keyboard alone: the pen down, two lines, up.
    browser.ask('document.getElementById("sheet").focus()')
    for key in [' '] + 5 * ['ArrowDown'] + 3 * ['ArrowRight'] + [' ']:
        browser.call('Input.dispatchKeyEvent', type='keyDown', key=key, code=key, windowsVirtualKeyCode=32 if key == ' ' else 40)
        browser.call('Input.dispatchKeyEvent', type='keyUp', key=key, code=key)
    if browser.ask('strokes.length') != 1 or browser.ask('strokes[0].length') != 18:
        raise Failed('the arrow keys did not draw: ' + browser.ask('JSON.stringify(strokes)'))
    check_page(browser, 'the class')
    # A reload is the same person: a second guess takes the place of the first.
    browser.call('Page.reload')
    browser.wait(visible('draw_card'), 'the class after a reload')


def draw(browser, spec):
    left, top, width, _ = browser.box('sheet')
    for stroke in spec['strokes']:
        browser.touch([(left + x * width / 280, top + y * width / 280) for x, y in stroke])
    if browser.ask('strokes.length') != len(spec['strokes']):
        raise Failed('%s strokes arrived' % browser.ask('strokes.length'))
    browser.tap('send')
    browser.wait('document.querySelectorAll("#result li").length === 10', 'the prediction with its bars')
    said = browser.ask(text_of('draw_message'))
    if not said.startswith(spec['said']):
        raise Failed('the phone says: ' + said)
    shot(browser, spec, 'drawn')


def main():
    with open(sys.argv[1]) as file:
        spec = json.load(file)
    program = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')
    if not program:
        print('there is no Chromium (install chromium)')
        return 77
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(program, profile)
        try:
            take_part(browser, spec)
        except Failed as failure:
            print(failure, browser.problems or '')
            shot(browser, spec, 'failed')
            return 1
        finally:
            browser.close()
    return 0


if __name__ == '__main__':
    sys.exit(main())
